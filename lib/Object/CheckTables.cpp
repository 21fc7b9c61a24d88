//===- CheckTables.cpp - Rules of the object file's tables ----------------===//
//
// The same on writing and on reading, so that what is written can be read.
//
//===----------------------------------------------------------------------===//

#include "Buckets.h"
#include "Format.h"
#include "glia/ISA/Instructions.h"
#include "glia/Support/Error.h"
#include "glia/Support/Limits.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/MathExtras.h"
#include <map>
#include <set>

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
    if (entry.program >= image.programs.size())
      return invalid("expects an entry's program below " +
                     Twine(image.programs.size()) + ", got " +
                     Twine(entry.program));
    if (!names.insert((Twine(entry.program) + " " + entry.name).str()).second)
      return invalid("two entries of one program are named `" +
                     escapeForMessage(entry.name) + "`");
    for (const auto &[name, size] : entry.dims)
      if (!isText(name) || size < 0)
        return invalid("expects dimensions of an entry with UTF-8 names and "
                       "sizes of 0 or more");
  }
  return Error::success();
}

bool countElements(ArrayRef<int64_t> shape, uint64_t &count) {
  count = 1;
  for (int64_t size : shape)
    if (size < 0 || __builtin_mul_overflow(count, uint64_t(size), &count) ||
        count > limits::tensorBytes)
      return false;
  return true;
}

/// Parts lie on a grid, so two of them are the same or disjoint; those of an
/// output or a state are all of it.
static Error checkShards(const Binding &binding, uint32_t cores) {
  if (binding.shards.empty())
    return binding.partShape.empty()
               ? Error::success()
               : invalid("expects no size of a part without shards");
  if (binding.partShape.size() != binding.shape.size())
    return invalid("expects a part's size for each of " +
                   Twine(binding.shape.size()) + " dimensions, got " +
                   Twine(binding.partShape.size()));
  // Whole parts along each dimension, the last one perhaps not full.
  SmallVector<uint64_t> parts;
  uint64_t total = 1;
  for (auto [size, part] : zip(binding.shape, binding.partShape)) {
    if (part < 0 || (part == 0 && size != 0))
      return invalid("expects a part's size of at least 1, got " + Twine(part));
    parts.push_back(size == 0 ? 1 : divideCeil(uint64_t(size), uint64_t(part)));
    if (__builtin_mul_overflow(total, parts.back(), &total))
      total = UINT64_MAX;
  }
  std::set<ArrayRef<uint32_t>, bool (*)(ArrayRef<uint32_t>, ArrayRef<uint32_t>)>
      held(+[](ArrayRef<uint32_t> a, ArrayRef<uint32_t> b) {
        return std::lexicographical_compare(a.begin(), a.end(), b.begin(),
                                            b.end());
      });
  for (size_t i = 0; i < binding.shards.size(); ++i) {
    const Shard &shard = binding.shards[i];
    if (shard.core >= cores)
      return invalid("expects a shard's core below " + Twine(cores) + ", got " +
                     Twine(shard.core));
    if (i != 0 && binding.shards[i - 1].core >= shard.core)
      return invalid("expects shards in the order of cores, one for each");
    if (shard.part.size() != binding.shape.size())
      return invalid("expects a shard's part for each dimension");
    if (all_of(zip(shard.part, parts), [](const auto &pair) {
          return std::get<0>(pair) < std::get<1>(pair);
        }))
      held.insert(shard.part);
  }
  if (binding.kind != BindingKind::input && held.size() != total)
    return invalid("expects shards that hold all " + Twine(total) +
                   " parts of an " + name(binding.kind) + ", got " +
                   Twine(held.size()));
  return Error::success();
}

/// Adds the binding's name to what is said of it.
static Error ofBinding(const Binding &binding, Error error) {
  return handleErrors(
      std::move(error), [&](std::unique_ptr<GliaError> coded) -> Error {
        coded->message = "binding `" + escapeForMessage(binding.name) +
                         "`: " + coded->message;
        return Error(std::move(coded));
      });
}

/// A type that a file of states can hold without a change.
static bool isStateType(ElementType type) {
  return bitWidth(type) >= 8 && type != ElementType::tf32;
}

static Error checkBinding(const Binding &binding, const ObjectImage &image) {
  if (!isText(binding.name) || binding.name.empty())
    return invalid("expects a name as UTF-8 of 1 byte to 64 KiB");
  if (binding.shape.size() > limits::tensorRank)
    return invalid("expects a rank of at most " + Twine(limits::tensorRank));
  uint64_t count = 0;
  if (!countElements(binding.shape, count))
    return invalid("expects sizes of 0 or more with at most 2^40 elements");
  if (Error error = checkShards(binding, image.numCores()))
    return error;
  bool isState = binding.kind == BindingKind::state;
  if (isState && !isStateType(binding.type))
    return invalid("expects a state of whole bytes and not of tf32, got " +
                   name(binding.type));
  if (!isState && !binding.layout.empty())
    return invalid("expects a layout for states only");
  if (isState && binding.name == stepStateName)
    return invalid("the name is that of the step counter");
  Expected<SmallVector<int64_t, 6>> laidOut =
      layOutShape(binding.shapeOfPart(), binding.layout);
  if (!laidOut)
    return laidOut.takeError();
  if (!countElements(*laidOut, count))
    return invalid("expects sizes of a part of at most 2^40 elements");
  if (binding.bytes != storageBytes(binding.type, count))
    return invalid("expects " + Twine(storageBytes(binding.type, count)) +
                   " bytes, got " + Twine(binding.bytes));
  if (binding.hbmOffset % weightsAlignment != 0)
    return invalid("expects an HBM offset that is a multiple of 4096, got " +
                   Twine(binding.hbmOffset));
  if (binding.hbmOffset > image.hbmBytes ||
      binding.bytes > image.hbmBytes - binding.hbmOffset)
    return invalid("reaches behind the HBM image of " + Twine(image.hbmBytes) +
                   " bytes");
  return Error::success();
}

static Error checkConstant(const ConstantSpan &constant,
                           const ObjectImage &image) {
  if (!isText(constant.name))
    return invalid("expects a constant's name as UTF-8 of at most 64 KiB");
  std::string name = escapeForMessage(constant.name);
  if (constant.hbmOffset > image.hbmBytes ||
      constant.bytes > image.hbmBytes - constant.hbmOffset)
    return invalid("constant `" + name + "`: reaches behind the HBM image of " +
                   Twine(image.hbmBytes) + " bytes");
  for (size_t i = 0; i < constant.cores.size(); ++i) {
    if (constant.cores[i] >= image.numCores())
      return invalid("constant `" + name + "`: expects cores below " +
                     Twine(image.numCores()) + ", got " +
                     Twine(constant.cores[i]));
    if (i != 0 && constant.cores[i - 1] >= constant.cores[i])
      return invalid("constant `" + name + "`: expects cores in their order");
  }
  return Error::success();
}

namespace {
/// A binding or a constant in HBM.
struct Range {
  uint64_t begin, end;
  StringRef name;
};
} // namespace

/// No two ranges share a byte. `ranges` are sorted.
static Error checkNeighbours(ArrayRef<Range> ranges) {
  for (size_t i = 1; i < ranges.size(); ++i)
    if (ranges[i].begin < ranges[i - 1].end)
      return invalid("`" + escapeForMessage(ranges[i - 1].name) + "` and `" +
                     escapeForMessage(ranges[i].name) + "` overlap in HBM");
  return Error::success();
}

static void sortRanges(std::vector<Range> &ranges) {
  llvm::erase_if(ranges,
                 [](const Range &range) { return range.begin == range.end; });
  llvm::sort(ranges,
             [](const Range &a, const Range &b) { return a.begin < b.begin; });
}

/// On each core, bindings and constants are disjoint: only an initial value
/// lies where another thing does, its state.
static Error checkDisjoint(const ObjectImage &image) {
  std::vector<Range> everywhere;
  std::map<uint32_t, std::vector<Range>> ofCore;
  for (const Binding &binding : image.bindings) {
    Range range{binding.hbmOffset, binding.hbmOffset + binding.bytes,
                binding.name};
    if (binding.shards.empty())
      everywhere.push_back(range);
    for (const Shard &shard : binding.shards)
      ofCore[shard.core].push_back(range);
  }
  for (const ConstantSpan &constant : image.constants) {
    Range range{constant.hbmOffset, constant.hbmOffset + constant.bytes,
                constant.name};
    if (constant.isInitial)
      continue;
    if (constant.cores.empty())
      everywhere.push_back(range);
    for (uint32_t core : constant.cores)
      ofCore[core].push_back(range);
  }
  sortRanges(everywhere);
  if (Error error = checkNeighbours(everywhere))
    return error;
  for (auto &[core, ranges] : ofCore) {
    sortRanges(ranges);
    if (Error error = checkNeighbours(ranges))
      return error;
    for (const Range &range : ranges) {
      auto next = llvm::partition_point(everywhere, [&](const Range &other) {
        return other.end <= range.begin;
      });
      if (next != everywhere.end() && next->begin < range.end)
        return invalid("`" + escapeForMessage(next->name) + "` and `" +
                       escapeForMessage(range.name) + "` overlap in HBM");
    }
  }
  return Error::success();
}

/// An initial value lies exactly where its state does, once on each core.
static Error checkInitialValues(const ObjectImage &image) {
  std::map<uint64_t, const Binding *> states;
  for (const Binding &binding : image.bindings)
    if (binding.kind == BindingKind::state && binding.bytes != 0)
      states[binding.hbmOffset] = &binding;
  std::set<std::pair<const Binding *, uint32_t>> given;
  for (const ConstantSpan &constant : image.constants) {
    if (!constant.isInitial || constant.bytes == 0)
      continue;
    auto found = states.find(constant.hbmOffset);
    if (found == states.end() || found->second->bytes != constant.bytes)
      return invalid("constant `" + escapeForMessage(constant.name) +
                     "`: expects a state of its size at its place, whose "
                     "initial value it is");
    const Binding &state = *found->second;
    auto give = [&](uint32_t core) {
      return state.isOn(core) && given.insert({&state, core}).second;
    };
    bool isGood = all_of(constant.cores, give);
    if (constant.cores.empty())
      for (uint32_t core = 0; core < image.numCores() && isGood; ++core)
        isGood = !state.isOn(core) || give(core);
    if (!isGood)
      return invalid("constant `" + escapeForMessage(constant.name) +
                     "`: expects cores that hold the state and have no other "
                     "initial value of it");
  }
  return Error::success();
}

static Error checkReplicaGroups(const ObjectImage &image) {
  if (image.replicaGroups.size() > limits::replicaGroupSets)
    return makeError(ErrorCode::E4200, "expects at most " +
                                           Twine(limits::replicaGroupSets) +
                                           " sets of replica groups, got " +
                                           Twine(image.replicaGroups.size()));
  for (auto [number, set] : enumerate(image.replicaGroups)) {
    std::set<uint32_t> seen;
    auto fail = [&](const Twine &message) {
      return makeError(ErrorCode::E1215,
                       "replica groups " + Twine(number) + ": " + message);
    };
    if (set.groups.empty())
      return fail("expects at least one group");
    for (const std::vector<uint32_t> &group : set.groups) {
      if (group.empty())
        return fail("expects at least one rank in a group");
      for (uint32_t rank : group) {
        if (rank >= image.numCores())
          return fail("expects ranks below " + Twine(image.numCores()) +
                      ", got " + Twine(rank));
        if (!seen.insert(rank).second)
          return fail("rank " + Twine(rank) + " is there twice");
      }
    }
  }
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
      return ofBinding(binding, std::move(error));
    // A name may be both an input and an output: a tensor that passes through.
    if (!names.insert(binding.name + char(binding.kind)).second)
      return invalid("two bindings of one kind are named `" +
                     escapeForMessage(binding.name) + "`");
  }
  for (const ConstantSpan &constant : image.constants)
    if (Error error = checkConstant(constant, image))
      return error;
  if (Error error = checkDisjoint(image))
    return error;
  if (Error error = checkInitialValues(image))
    return error;
  if (Error error = checkReplicaGroups(image))
    return error;
  return checkBuckets(image);
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
