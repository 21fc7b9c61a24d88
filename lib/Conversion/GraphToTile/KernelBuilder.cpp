//===- KernelBuilder.cpp - What every kernel of graph-to-tile uses --------===//
//
// Buffers of graph values, and one creation call per tile op.
//
//===----------------------------------------------------------------------===//
#include "KernelBuilder.h"
#include "dialects/Graph/NodeLocation.h"
#include "glia/Support/Error.h"

using namespace mlir;
using namespace glia;
using namespace glia::tile;

InFlightDiagnostic glia::emitUnsupported(Operation *op) {
  return op->emitError() << formatCode(ErrorCode::E2600) << ": ";
}

Value glia::aliasedValue(Value value) {
  while (true) {
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      auto fusion =
          dyn_cast<graph::FusionOp>(argument.getOwner()->getParentOp());
      if (!fusion)
        return value;
      value = fusion.getInputs()[argument.getArgNumber()];
    } else if (auto reshape = value.getDefiningOp<graph::ReshapeOp>()) {
      value = reshape.getInput();
    } else {
      return value;
    }
  }
}

std::optional<ConstantStore::Id>
KernelBuilder::constantId(Value graphValue) const {
  if (auto constant =
          aliasedValue(graphValue).getDefiningOp<graph::ConstantOp>())
    return constant.getId();
  return std::nullopt;
}

Value KernelBuilder::createBuffer(BufferKind kind, StringRef name,
                                  ArrayRef<int64_t> shape, Type elementType,
                                  int64_t constantId,
                                  DenseI64ArrayAttr split) {
  auto type = BufferType::get(builder.getContext(), shape, elementType);
  return BufferOp::create(builder, currentLocation, type, kind,
                          builder.getStringAttr(name), constantId,
                          /*address=*/-1, split);
}

Value KernelBuilder::scratchBuffer(ArrayRef<int64_t> shape, Type elementType) {
  return createBuffer(BufferKind::scratch, "", shape, elementType);
}

Value KernelBuilder::bufferOf(Value graphValue) {
  Value value = aliasedValue(graphValue);
  if (Value buffer = buffers.lookup(value))
    return buffer;
  auto type = cast<RankedTensorType>(value.getType());
  Value buffer;
  if (auto constant = value.getDefiningOp<graph::ConstantOp>()) {
    auto [entry, isNew] = constantBuffers.try_emplace(constant.getId());
    if (isNew)
      entry->second = createBuffer(
          BufferKind::constant,
          constantStore ? constantStore->get(constant.getId()).name : "",
          type.getShape(), type.getElementType(), constant.getId());
    buffer = entry->second;
  } else {
    buffer = scratchBuffer(type.getShape(), type.getElementType());
  }
  buffers[value] = buffer;
  return buffer;
}

Value KernelBuilder::constantBuffer(ConstantStore::Id id) {
  auto [entry, isNew] = constantBuffers.try_emplace(id);
  if (isNew)
    entry->second = createBuffer(
        BufferKind::constant, constantStore->get(id).name,
        constantStore->shape(id),
        graph::fromElementType(builder.getContext(), constantStore->type(id)),
        id);
  return entry->second;
}

int64_t KernelBuilder::chunkToDrop(int64_t chunks) {
  if (chunks < 2)
    return -1;
  bool isWrong = contractionsSeen++ == options.dropChunk;
  if (!options.dropChunkOf.empty())
    if (auto node = graph::parseNodeLocation(currentLocation))
      isWrong |= node->name == options.dropChunkOf;
  return isWrong ? chunks / 2 : -1;
}

TileType KernelBuilder::tileType(int64_t partitions, int64_t elements,
                                 Type elementType, bool psum) {
  return TileType::get(builder.getContext(), partitions, elements, elementType,
                       psum);
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

void KernelBuilder::load(TileVariable &to, const AccessPattern &toPattern,
                         Value buffer, const BufferPattern &from) {
  to.version = LoadOp::create(builder, currentLocation, to.type, buffer,
                              from.merged(), toPattern.merged(), to.version,
                              /*address=*/-1, isa::Engine::sync, DmaIssue());
}

void KernelBuilder::store(Value tile, const AccessPattern &from, Value buffer,
                          const BufferPattern &to) {
  StoreOp::create(builder, currentLocation, tile, from.merged(), buffer,
                  to.merged(), isa::Engine::sync, DmaIssue());
}

void KernelBuilder::copyBuffer(Value from, const BufferPattern &fromPattern,
                               Value to, const BufferPattern &toPattern) {
  CopyBufferOp::create(builder, currentLocation, from, fromPattern.merged(), to,
                       toPattern.merged(), isa::Engine::sync, DmaIssue());
}

void KernelBuilder::copyWhole(Value from, Value to) {
  auto type = cast<BufferType>(to.getType());
  if (type.getNumElements() == 0)
    return;
  auto pattern = BufferPattern::strided(
      0, {{type.getNumElements(), elementBytes(type.getElementType())}});
  copyBuffer(from, pattern, to, pattern);
}

void KernelBuilder::move(TileVariable &to, const AccessPattern &toPattern,
                         Value from, const AccessPattern &fromPattern) {
  to.version =
      MoveOp::create(builder, currentLocation, to.type, from,
                     fromPattern.merged(), toPattern.merged(), to.version,
                     /*address=*/-1, isa::Engine::sync, DmaIssue());
}

void KernelBuilder::gather(TileVariable &to, const AccessPattern &toPattern,
                           Value buffer, const BufferPattern &from, Value index,
                           const AccessPattern &indexPattern, bool wrap) {
  to.version =
      GatherOp::create(builder, currentLocation, to.type, buffer, from, index,
                       indexPattern, toPattern, to.version, wrap,
                       /*address=*/-1, isa::Engine::sync, DmaIssue());
}

void KernelBuilder::scatter(Value from, const AccessPattern &fromPattern,
                            Value buffer, const BufferPattern &to, Value index,
                            const AccessPattern &indexPattern) {
  ScatterOp::create(builder, currentLocation, from, fromPattern, index,
                    indexPattern, buffer, to, /*wrap=*/true, /*skip=*/false,
                    isa::Engine::sync, DmaIssue());
}

void KernelBuilder::matmul(TileVariable &to, const AccessPattern &toPattern,
                           Value stationary,
                           const AccessPattern &stationaryPattern, Value moving,
                           const AccessPattern &movingPattern,
                           bool accumulate) {
  to.version = MatmulOp::create(
      builder, currentLocation, to.type, stationary, stationaryPattern.merged(),
      moving, movingPattern.merged(), toPattern.merged(), to.version,
      accumulate, /*address=*/-1, isa::Engine::tensor);
}

void KernelBuilder::transpose(TileVariable &to, const AccessPattern &toPattern,
                              Value from, const AccessPattern &fromPattern) {
  to.version = TransposeOp::create(
      builder, currentLocation, to.type, from, fromPattern.merged(),
      toPattern.merged(), to.version, /*address=*/-1, isa::Engine::tensor);
}

void KernelBuilder::copy(TileVariable &to, const AccessPattern &toPattern,
                         Value from, const AccessPattern &fromPattern,
                         isa::Engine engine) {
  to.version = CopyOp::create(builder, currentLocation, to.type, from,
                              fromPattern.merged(), toPattern.merged(),
                              to.version, /*address=*/-1, engine);
}

void KernelBuilder::memset(TileVariable &to, const AccessPattern &toPattern,
                           uint64_t bits, isa::Engine engine) {
  to.version =
      MemsetOp::create(builder, currentLocation, to.type, bits,
                       toPattern.merged(), to.version, /*address=*/-1, engine);
}

void KernelBuilder::tensorTensor(TileVariable &to,
                                 const AccessPattern &toPattern, Value left,
                                 const AccessPattern &leftPattern,
                                 isa::AluOp op, Value right,
                                 const AccessPattern &rightPattern,
                                 isa::Engine engine) {
  to.version = TensorTensorOp::create(builder, currentLocation, to.type, left,
                                      leftPattern.merged(), op, right,
                                      rightPattern.merged(), toPattern.merged(),
                                      to.version, /*address=*/-1, engine);
}

void KernelBuilder::tensorScalar(TileVariable &to,
                                 const AccessPattern &toPattern, Value from,
                                 const AccessPattern &fromPattern,
                                 isa::AluOp op, ScalarSource scalar,
                                 bool reverse, Value pointer,
                                 isa::Engine engine) {
  to.version = TensorScalarOp::create(
      builder, currentLocation, to.type, from, fromPattern.merged(), op, scalar,
      reverse, isa::AluOp::bypass, ScalarSource(), /*reverse1=*/false,
      toPattern.merged(), pointer, /*pointer1=*/Value(), to.version,
      /*address=*/-1, engine);
}

void KernelBuilder::reduce(TileVariable &to, const AccessPattern &toPattern,
                           isa::ReduceOp op, Value from,
                           const AccessPattern &fromPattern, unsigned axes) {
  to.version =
      ReduceOp::create(builder, currentLocation, to.type, op, from, fromPattern,
                       axes, /*negate=*/false, toPattern, to.version,
                       /*address=*/-1, isa::Engine::vector);
}
