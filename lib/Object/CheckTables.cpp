//===- CheckTables.cpp - Rules of the object file's tables ----------------===//
//
// The same on writing and on reading, so that what is written can be read.
//
//===----------------------------------------------------------------------===//

#include "Format.h"
#include "glia/ISA/Instructions.h"
#include "glia/Support/Error.h"
#include "glia/Support/Limits.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace glia::object {

bool isText(StringRef text) {
  const UTF8 *begin = reinterpret_cast<const UTF8 *>(text.begin());
  return text.size() <= limits::stringBytes &&
         isLegalUTF8String(&begin, reinterpret_cast<const UTF8 *>(text.end()));
}

static Error invalid(const Twine &message) {
  return makeError(ErrorCode::E1211, message);
}

static Error checkEntries(const ObjectImage &image) {
  StringSet<> names;
  if (image.entries.empty())
    return invalid("expects at least one entry");
  for (const Entry &entry : image.entries) {
    if (!isText(entry.name) || entry.name.empty())
      return invalid("expects an entry's name as UTF-8 of 1 byte to 64 KiB");
    if (!names.insert(entry.name).second)
      return invalid("two entries are named `" + escapeForMessage(entry.name) +
                     "`");
    if (entry.program >= image.programs.size())
      return invalid("expects an entry's program below " +
                     Twine(image.programs.size()) + ", got " +
                     Twine(entry.program));
    for (const auto &[name, size] : entry.dims)
      if (!isText(name) || size < 0)
        return invalid("expects dimensions of an entry with UTF-8 names and "
                       "sizes of 0 or more");
  }
  return Error::success();
}

static Error checkBinding(const Binding &binding, const ObjectImage &image) {
  std::string name = escapeForMessage(binding.name);
  if (!isText(binding.name) || binding.name.empty())
    return invalid("expects a binding's name as UTF-8 of 1 byte to 64 KiB");
  uint64_t count = 1;
  if (binding.shape.size() > limits::tensorRank)
    return invalid("binding `" + name + "`: expects a rank of at most " +
                   Twine(limits::tensorRank));
  for (int64_t size : binding.shape)
    if (size < 0 || __builtin_mul_overflow(count, uint64_t(size), &count) ||
        count > limits::tensorBytes)
      return invalid(
          "binding `" + name +
          "`: expects sizes of 0 or more with at most 2^40 elements");
  if (binding.bytes != storageBytes(binding.type, count))
    return invalid("binding `" + name + "`: expects " +
                   Twine(storageBytes(binding.type, count)) + " bytes, got " +
                   Twine(binding.bytes));
  if (binding.hbmOffset % weightsAlignment != 0)
    return invalid("binding `" + name +
                   "`: expects an HBM offset that is a multiple of 4096, got " +
                   Twine(binding.hbmOffset));
  if (binding.hbmOffset > image.hbmBytes ||
      binding.bytes > image.hbmBytes - binding.hbmOffset)
    return invalid("binding `" + name + "`: reaches behind the HBM image of " +
                   Twine(image.hbmBytes) + " bytes");
  return Error::success();
}

/// Bindings and constants are disjoint: aliases cannot be declared yet.
static Error checkDisjoint(const ObjectImage &image) {
  struct Range {
    uint64_t begin, end;
    StringRef name;
  };
  std::vector<Range> ranges;
  for (const Binding &binding : image.bindings)
    ranges.push_back(
        {binding.hbmOffset, binding.hbmOffset + binding.bytes, binding.name});
  for (const ConstantSpan &constant : image.constants)
    ranges.push_back({constant.hbmOffset, constant.hbmOffset + constant.bytes,
                      constant.name});
  llvm::erase_if(ranges,
                 [](const Range &range) { return range.begin == range.end; });
  llvm::sort(ranges,
             [](const Range &a, const Range &b) { return a.begin < b.begin; });
  for (size_t i = 1; i < ranges.size(); ++i)
    if (ranges[i].begin < ranges[i - 1].end)
      return invalid("`" + escapeForMessage(ranges[i - 1].name) + "` and `" +
                     escapeForMessage(ranges[i].name) + "` overlap in HBM");
  return Error::success();
}

Error checkTables(const ObjectImage &image) {
  const isa::Target *target = isa::findTarget(image.target);
  if (!target)
    return makeError(
        GliaError(ErrorCode::E7202, "made for the target `" +
                                        escapeForMessage(image.target) + "`")
            .remedy("this version knows trn1, trn2 and trn3"));
  if (!isText(image.producer))
    return invalid("expects the producer as UTF-8 of at most 64 KiB");
  if (image.hbmBytes > target->hbmBytes)
    return invalid("expects an HBM image of at most " +
                   Twine(target->hbmBytes) + " bytes, got " +
                   Twine(image.hbmBytes));
  if (image.programs.empty() || image.programs.size() > limits::programs)
    return invalid("expects 1 to " + Twine(limits::programs) +
                   " programs, got " + Twine(image.programs.size()));
  if (image.coreToProgram.empty())
    return invalid("expects at least one core");
  for (uint32_t program : image.coreToProgram)
    if (program >= image.programs.size())
      return invalid("expects a core's program below " +
                     Twine(image.programs.size()) + ", got " + Twine(program));
  if (Error error = checkEntries(image))
    return error;
  StringSet<> names;
  for (const Binding &binding : image.bindings) {
    if (Error error = checkBinding(binding, image))
      return error;
    // A name may be both an input and an output: a tensor that passes through.
    if (!names.insert(binding.name + char(binding.kind)).second)
      return invalid("two bindings of one kind are named `" +
                     escapeForMessage(binding.name) + "`");
  }
  for (const ConstantSpan &constant : image.constants) {
    if (!isText(constant.name))
      return invalid("expects a constant's name as UTF-8 of at most 64 KiB");
    if (constant.hbmOffset > image.hbmBytes ||
        constant.bytes > image.hbmBytes - constant.hbmOffset)
      return invalid("constant `" + escapeForMessage(constant.name) +
                     "`: reaches behind the HBM image of " +
                     Twine(image.hbmBytes) + " bytes");
  }
  return checkDisjoint(image);
}

Error checkDebugMap(const ObjectImage &image) {
  for (const NodeReference &node : image.nodes)
    if (!isText(node.path) || !isText(node.opType) || !isText(node.name))
      return invalid("expects texts of nodes as UTF-8 of at most 64 KiB");
  auto key = [](const DebugEntry &entry) {
    return std::tuple(entry.program, entry.engine, entry.pc);
  };
  for (size_t i = 0; i < image.debug.size(); ++i) {
    const DebugEntry &entry = image.debug[i];
    if (entry.program >= image.programs.size() || entry.engine >= numEngines ||
        uint64_t(entry.pc) * isa::wordBytes >=
            image.programs[entry.program].text[entry.engine].size())
      return invalid("a debug entry is for no instruction");
    if (entry.node != DebugEntry::noNode && entry.node >= image.nodes.size())
      return invalid("expects a debug entry's node below " +
                     Twine(image.nodes.size()) + ", got " + Twine(entry.node));
    if (i != 0 && key(image.debug[i - 1]) >= key(entry))
      return invalid("expects debug entries sorted by program, engine and pc");
  }
  return Error::success();
}

} // namespace glia::object
