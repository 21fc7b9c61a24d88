//===- Buckets.cpp - One program for several sizes of a dimension ---------===//
//
// Each size is a session of its own down to `allocated`. There the buffers get
// places that all of them agree on (bindings by name, constants by what they
// are, scratch over scratch, since one entry runs at a time), and the sessions
// go on to their programs, which are then joined to one object.
//
//===----------------------------------------------------------------------===//
#include "glia/Compiler/Buckets.h"
#include "BucketExtents.h"
#include "dialects/ISA/ISADialect.h"
#include "dialects/Tile/ProgramModel.h"
#include "dialects/Tile/TileDialect.h"
#include "glia/Support/Error.h"
#include "glia/Support/Numerics.h"
#include "glia/Target/Target.h"
#include "llvm/ADT/MapVector.h"
#include <map>

using namespace glia;
using namespace mlir;

namespace {

/// Where the bytes of a constant of the object come from.
struct LinkedConstant {
  Session *session;
  ConstantStore::Id id;
  ConstantSpan span;
};

class BucketLinker {
public:
  BucketLinker(StringRef model, const CompileOptions &options,
               Session::Listener listener)
      : model(model), options(options), listener(std::move(listener)) {}
  llvm::Error link(StringRef path, OutputGroup *group);

private:
  llvm::Error allocate();
  llvm::Error layOut();
  llvm::Error layOutBound(int64_t &end);
  void layOutConstants(int64_t &end);
  int64_t layOutScratch(int64_t begin);
  llvm::Error join();
  void joinProgram(ObjectImage next, int64_t size);
  llvm::Error addTable();
  llvm::Error write(StringRef path, OutputGroup *group);

  StringRef model;
  const CompileOptions &options;
  Session::Listener listener;
  std::vector<std::unique_ptr<Session>> sessions; // the largest size first
  std::vector<LinkedConstant> constants;
  int64_t hbmBytes = 0;
  ObjectImage image;
  std::map<std::tuple<std::string, std::string, std::string>, uint32_t> nodes;
};

} // namespace

static SmallVector<tile::BufferOp> buffersOf(Session &session) {
  SmallVector<tile::BufferOp> buffers;
  session.module().walk(
      [&](tile::BufferOp buffer) { buffers.push_back(buffer); });
  return buffers;
}

static int64_t bytesOf(tile::BufferOp buffer) {
  return cast<tile::BufferType>(buffer.getType()).getBytes();
}

static bool isBound(tile::BufferOp buffer) {
  return buffer.getKind() != tile::BufferKind::constant &&
         buffer.getKind() != tile::BufferKind::scratch;
}

llvm::Error BucketLinker::allocate() {
  for (int64_t size : llvm::reverse(options.bucketSizes)) {
    CompileOptions one = options;
    one.import.dims[options.bucketDim] = size;
    Session &session =
        *sessions.emplace_back(std::make_unique<Session>(one, listener));
    if (llvm::Error error = session.importModel(model))
      return error;
    if (llvm::Error error = session.lowerTo(Phase::allocated))
      return error;
    listener.warning = {}; // said once
  }
  return llvm::Error::success();
}

/// Inputs, outputs and states by kind and name; the first session's are the
/// largest.
llvm::Error BucketLinker::layOutBound(int64_t &end) {
  std::map<std::pair<tile::BufferKind, std::string>, std::pair<int64_t, int64_t>>
      places; // address, bytes
  for (auto &session : sessions)
    for (tile::BufferOp buffer : buffersOf(*session)) {
      if (!isBound(buffer))
        continue;
      std::pair key(buffer.getKind(), buffer.getName().str());
      auto [place, isNew] = places.try_emplace(key);
      int64_t bytes = bytesOf(buffer);
      if (isNew) {
        end = llvm::alignTo(end, tile::ioAlignment);
        place->second = {end, bytes};
        end += bytes;
      }
      bool isState = buffer.getKind() == tile::BufferKind::state;
      if (bytes > place->second.second ||
          (isState && bytes != place->second.second))
        return makeError(std::move(
            GliaError(ErrorCode::E2800,
                      "`--bucket`: `" + escapeForMessage(key.second) + "` " +
                          (isState ? "is a state whose size changes with"
                                   : "does not grow with") +
                          " the dimension `" +
                          escapeForMessage(options.bucketDim) + "`")
                .with("flag", "--bucket")));
      buffer.setAddress(place->second.first);
    }
  return llvm::Error::success();
}

void BucketLinker::layOutConstants(int64_t &end) {
  // Constants of one content have one place.
  std::map<decltype(std::declval<const Constant &>().content()), int64_t>
      places;
  for (auto &session : sessions)
    for (tile::BufferOp buffer : buffersOf(*session)) {
      if (buffer.getKind() != tile::BufferKind::constant)
        continue;
      ConstantStore::Id id = buffer.getConstantId();
      auto [place, isNew] =
          places.try_emplace(session->constants().get(id).content());
      if (isNew) {
        end = llvm::alignTo(end, tile::tileAlignment);
        place->second = end;
        uint64_t bytes = bytesOf(buffer);
        constants.push_back({session.get(),
                             id,
                             {buffer.getName().str(), uint64_t(end), bytes,
                              /*fileOffset=*/0, {}}});
        end += bytes;
      }
      buffer.setAddress(place->second);
    }
}

/// Each session's scratch keeps its inner order. The end of the longest one.
int64_t BucketLinker::layOutScratch(int64_t begin) {
  int64_t end = begin;
  for (auto &session : sessions) {
    SmallVector<tile::BufferOp> buffers = buffersOf(*session);
    int64_t first = INT64_MAX;
    for (tile::BufferOp buffer : buffers)
      if (buffer.getKind() == tile::BufferKind::scratch)
        first = std::min<int64_t>(first, buffer.getAddress());
    for (tile::BufferOp buffer : buffers)
      if (buffer.getKind() == tile::BufferKind::scratch) {
        buffer.setAddress(buffer.getAddress() - first + begin);
        end = std::max<int64_t>(end, buffer.getAddress() + bytesOf(buffer));
      }
  }
  return end;
}

llvm::Error BucketLinker::layOut() {
  int64_t end = 0;
  if (llvm::Error error = layOutBound(end))
    return error;
  layOutConstants(end);
  end = layOutScratch(llvm::alignTo(end, tile::ioAlignment));
  hbmBytes = llvm::alignTo(end, tile::ioAlignment);
  int64_t most = tile::hbmShare(*isa::findTarget(options.target));
  if (hbmBytes > most)
    return makeError(ErrorCode::E4642,
                     "expects at most " + Twine(most) +
                         " bytes of HBM, the buckets need " + Twine(hbmBytes));
  return llvm::Error::success();
}

void BucketLinker::joinProgram(ObjectImage next, int64_t size) {
  auto number = uint32_t(image.programs.size());
  image.programs.push_back(std::move(next.programs.front()));
  Entry entry = std::move(next.entries.front());
  entry.name += "@" + options.bucketDim + "=" + std::to_string(size);
  entry.dims = {{options.bucketDim, size}};
  entry.program = number;
  image.entries.push_back(std::move(entry));
  for (DebugEntry debug : next.debug) {
    debug.program = number;
    if (debug.node != DebugEntry::noNode) {
      const NodeReference &node = next.nodes[debug.node];
      auto [known, isNew] =
          nodes.try_emplace({node.path, node.opType, node.name},
                            uint32_t(image.nodes.size()));
      if (isNew)
        image.nodes.push_back(node);
      debug.node = known->second;
    }
    image.debug.push_back(debug);
  }
}

llvm::Error BucketLinker::join() {
  for (auto [session, size] :
       llvm::zip(sessions, llvm::reverse(options.bucketSizes))) {
    if (llvm::Error error = session->lowerTo(Phase::isa))
      return error;
    llvm::Expected<ObjectImage> next = buildImage(session->module());
    if (!next)
      return next.takeError();
    if (image.programs.empty()) {
      image.target = next->target;
      image.producer = next->producer;
      image.bindings = next->bindings;
    }
    joinProgram(std::move(*next), size);
  }
  image.hbmBytes = uint64_t(hbmBytes);
  for (const LinkedConstant &constant : constants)
    image.constants.push_back(constant.span);
  return llvm::Error::success();
}

static GliaError padError(const std::string &name, const std::string &what) {
  return std::move(GliaError(ErrorCode::E1800, "`" + escapeForMessage(name) +
                                                   "` " + what)
                       .with("flag", "--pad"));
}

/// The bits of one element.
static llvm::Expected<uint64_t> padBits(const Binding &binding,
                                        const std::string &text) {
  uint64_t bits = 0;
  int64_t integer = 0;
  double number = 0;
  if (isFloat(binding.type) ? StringRef(text).getAsDouble(number)
                            : StringRef(text).getAsInteger(10, integer))
    return makeError(
        padError(binding.name, "is padded with `" + escapeForMessage(text) +
                                   "`, expects a number of its type"));
  if (isFloat(binding.type)) {
    auto value = static_cast<float>(number);
    numerics::convert(ElementType::f32, &value, binding.type, &bits, 1);
  } else {
    numerics::convertIntegers(ElementType::i64, &integer, binding.type, &bits,
                              1);
  }
  return bits;
}

llvm::Error BucketLinker::addTable() {
  llvm::Expected<BucketExtents> extents =
      findBucketExtents(model, options.import, options.bucketDim,
                        options.bucketSizes.back());
  if (!extents)
    return extents.takeError();
  image.buckets.dim = options.bucketDim;
  image.buckets.least = extents->least;
  std::map<std::string, std::string> pads(options.pads.begin(),
                                          options.pads.end());
  std::map<std::string, uint32_t> padded;
  for (BucketExtents::Axis &axis : extents->axes) {
    BindingKind kind = axis.isInput ? BindingKind::input : BindingKind::output;
    auto binding = llvm::find_if(image.bindings, [&](const Binding &each) {
      return each.kind == kind && each.name == axis.name;
    });
    if (binding == image.bindings.end())
      continue; // a state, whose size was compared
    auto number = uint32_t(binding - image.bindings.begin());
    if (axis.isInput)
      padded[axis.name] = number;
    image.buckets.axes.push_back(
        {number, axis.axis, std::move(axis.extents)});
  }
  for (const auto &[name, number] : padded) {
    auto given = pads.find(name);
    if (given == pads.end())
      return makeError(std::move(
          padError(name, "has the dimension `" +
                             escapeForMessage(options.bucketDim) +
                             "`, and what pads it in a larger bucket may "
                             "change the results")
              .remedy("give --pad " + escapeForMessage(name) +
                      "=VALUE if the model ignores that value there")));
    llvm::Expected<uint64_t> bits =
        padBits(image.bindings[number], given->second);
    if (!bits)
      return bits.takeError();
    image.buckets.pads.push_back({number, *bits});
  }
  for (const auto &[name, value] : pads)
    if (!padded.contains(name))
      return makeError(padError(name, "is padded, expects an input that has "
                                      "the dimension `" +
                                          escapeForMessage(options.bucketDim) +
                                          "`"));
  return llvm::Error::success();
}

llvm::Error BucketLinker::write(StringRef path, OutputGroup *group) {
  if (llvm::Error error = validateProgram(image))
    return error;
  llvm::Expected<ObjectWriter> writer =
      ObjectWriter::create(path, image, group);
  if (!writer)
    return writer.takeError();
  for (const LinkedConstant &constant : constants)
    if (llvm::Error error = constant.session->constants().stream(
            constant.id, [&](ArrayRef<uint8_t> bytes) {
              return writer->appendWeights(bytes);
            }))
      return error;
  return writer->finish();
}

llvm::Error BucketLinker::link(StringRef path, OutputGroup *group) {
  if (llvm::Error error = allocate())
    return error;
  if (llvm::Error error = layOut())
    return error;
  if (llvm::Error error = join())
    return error;
  if (llvm::Error error = addTable())
    return error;
  return write(path, group);
}

llvm::Error glia::compileBuckets(StringRef model, const CompileOptions &options,
                                 StringRef path, OutputGroup *group,
                                 Session::Listener listener) {
  return BucketLinker(model, options, std::move(listener)).link(path, group);
}
