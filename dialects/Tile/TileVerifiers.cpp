//===- TileVerifiers.cpp - Labelled rules of tile ops ---------------------===//
//
// What holds for every op in every phase: patterns inside their tiles, the
// machine's start partitions and spaces, engines, and version chains. The
// labels in messages: access_c*, buffer_c*, version_c*, engine_c*, <op>_c*.
//
//===----------------------------------------------------------------------===//
#include "dialects/Tile/TileDialect.h"

using namespace mlir;
using namespace glia;
using namespace glia::tile;

static TileType tileType(Value value) {
  return cast<TileType>(value.getType());
}
static bool isDma(Operation *op) {
  return cast<EngineOpInterface>(op).getDmaIssue() != nullptr;
}

/// machine.md section 2: where an engine's operand may start.
static bool startsLegally(const AccessPattern &pattern) {
  unsigned grain = pattern.partitions <= 32   ? 32
                   : pattern.partitions <= 64 ? 64
                                              : 128;
  return pattern.startPartition % grain == 0;
}

static LogicalResult verifyTileAccess(Operation *op, const Access &access) {
  TileType type = tileType(access.value);
  const AccessPattern &pattern = *access.tile;
  if (pattern.startPartition + pattern.partitions > type.getPartitions())
    return op->emitOpError()
           << "expects partitions inside " << type << ", got "
           << unsigned(pattern.startPartition) << " to "
           << pattern.startPartition + pattern.partitions << " (access_c1)";
  auto [low, high] = pattern.range();
  if (low < 0 || high >= type.getElements())
    return op->emitOpError() << "expects elements inside " << type << ", got "
                             << low << " to " << high << " (access_c2)";
  if (!isDma(op) && !startsLegally(pattern))
    return op->emitOpError()
           << "expects " << unsigned(pattern.partitions)
           << " partitions to start at a multiple of "
           << (pattern.partitions <= 32   ? 32
               : pattern.partitions <= 64 ? 64
                                          : 128)
           << ", got " << unsigned(pattern.startPartition) << " (access_c3)";
  return success();
}

static LogicalResult verifyBufferAccess(Operation *op, const Access &access) {
  auto type = cast<BufferType>(access.value.getType());
  const BufferPattern &pattern = *access.buffer;
  auto [low, high] = pattern.range();
  unsigned bytes = elementBytes(type.getElementType());
  if (low < 0 || uint64_t(high) + bytes > type.getBytes())
    return op->emitOpError()
           << "expects bytes inside " << type << " of " << type.getBytes()
           << " bytes, got " << low << " to " << high + bytes << " (buffer_c3)";
  for (unsigned i = 0; access.isWrite && i < pattern.rank; ++i)
    if (pattern.count[i] > 1 && pattern.stride[i] == 0)
      return op->emitOpError()
             << "expects a written buffer's strides not to be 0 (buffer_c4)";
  return success();
}

/// Readers of a version come before the op that makes the next one; so only one
/// op makes it.
static LogicalResult verifyVersion(Operation *op, Value into, Value result) {
  if (!into)
    return success();
  if (into.getType() != result.getType())
    return op->emitOpError()
           << "expects the new version's type to be the old one's, "
           << into.getType() << " (version_c1)";
  for (Operation *user : into.getUsers()) {
    if (user == op)
      continue;
    if (user->getBlock() == op->getBlock() && op->isBeforeInBlock(user)) {
      InFlightDiagnostic diagnostic = op->emitOpError()
                                      << "expects readers of the old version "
                                         "before the new one (version_c2)";
      diagnostic.attachNote(user->getLoc()) << "a later reader";
      return diagnostic;
    }
  }
  return success();
}

static LogicalResult verifyEngine(Operation *op,
                                  std::initializer_list<isa::Engine> engines) {
  isa::Engine engine = cast<EngineOpInterface>(op).getEngine();
  if (llvm::is_contained(engines, engine))
    return success();
  return op->emitOpError() << "cannot run on " << keyword(engine)
                           << " (engine_c1)";
}

/// The rules that all ops share. GpSimd and DMA have no PSUM; a Tensor write
/// goes there.
static LogicalResult verifyCommon(Operation *op) {
  auto engineOp = cast<EngineOpInterface>(op);
  bool noPsum = isDma(op) || engineOp.getEngine() == isa::Engine::gpsimd;
  LogicalResult result = success();
  engineOp.forEachAccess([&](const Access &access) {
    if (failed(result))
      return;
    result = access.tile ? verifyTileAccess(op, access)
                         : verifyBufferAccess(op, access);
    if (succeeded(result) && noPsum && access.tile &&
        tileType(access.value).getPsum())
      result = op->emitOpError() << (isDma(op) ? "a DMA" : "gpsimd")
                                 << " cannot reach PSUM (engine_c2)";
  });
  if (failed(result))
    return failure();
  return verifyVersion(op, engineOp.getPreviousVersion(),
                       engineOp.getTileResult());
}

/// Elementwise operands have the same lanes and the same count in each.
static LogicalResult verifySameShape(Operation *op,
                                     const AccessPattern &destination,
                                     const AccessPattern &source,
                                     StringRef what) {
  if (destination.partitions == source.partitions &&
      destination.elementsPerPartition() == source.elementsPerPartition())
    return success();
  return op->emitOpError() << "expects " << what << " with the destination's "
                           << unsigned(destination.partitions) << " x "
                           << destination.elementsPerPartition()
                           << " elements, got " << unsigned(source.partitions)
                           << " x " << source.elementsPerPartition()
                           << " (shape_c1)";
}

static LogicalResult verifyDmaCount(Operation *op, uint64_t destination,
                                    uint64_t source) {
  if (destination == source)
    return success();
  return op->emitOpError()
         << "expects as many elements in the source as in the destination, "
         << destination << ", got " << source << " (dma_c1)";
}

static uint64_t allElements(const AccessPattern &pattern) {
  return pattern.partitions * pattern.elementsPerPartition();
}

static LogicalResult verifyScalar(Operation *op, const ScalarSource &source,
                                  Value pointer) {
  if (source.isPointer != bool(pointer))
    return op->emitOpError() << "expects a tile operand exactly where a scalar "
                                "is `ptr` (scalar_c1)";
  return success();
}

LogicalResult BufferOp::verify() {
  bool isConstant = getKind() == BufferKind::constant;
  if (isConstant != (static_cast<int64_t>(getConstantId()) >= 0))
    return emitOpError() << "expects an id exactly on a constant (buffer_c5)";
  if (auto address = static_cast<int64_t>(getAddress());
      address < -1 || (address >= 0 && address % 64 != 0))
    return emitOpError()
           << "expects an HBM offset that is a multiple of 64, got " << address
           << " (buffer_c6)";
  std::optional<ArrayRef<int64_t>> split = getSplit();
  if (!split)
    return success();
  BufferKind kind = getKind();
  auto type = cast<BufferType>(getType());
  if (kind == BufferKind::constant || kind == BufferKind::scratch ||
      split->size() != type.getShape().size() ||
      llvm::any_of(*split, [](int64_t axis) { return axis < -1; }))
    return emitOpError() << "expects `split` on what the caller sees only, "
                            "with an axis or -1 for each of "
                         << type.getShape().size() << " dimensions (buffer_c7)";
  return success();
}

LogicalResult LoadOp::verify() {
  if (failed(verifyDmaCount(*this, allElements(getDestinationPattern()),
                            getSourcePattern().elements())))
    return failure();
  return verifyCommon(*this);
}

LogicalResult StoreOp::verify() {
  if (failed(verifyDmaCount(*this, getDestinationPattern().elements(),
                            allElements(getSourcePattern()))))
    return failure();
  return verifyCommon(*this);
}

LogicalResult CopyBufferOp::verify() {
  if (failed(verifyDmaCount(*this, getDestinationPattern().elements(),
                            getSourcePattern().elements())))
    return failure();
  return verifyCommon(*this);
}

/// Blocks of a rank's part in the whole, and what all collectives share
/// (collective_c1 to c3).
static LogicalResult verifyCollective(Operation *op, Value source,
                                      Value destination, uint64_t whole,
                                      uint64_t part) {
  Type from = cast<BufferType>(source.getType()).getElementType(),
       to = cast<BufferType>(destination.getType()).getElementType();
  if (from != to)
    return op->emitOpError() << "expects one element type, got " << from
                             << " and " << to << " (collective_c1)";
  int64_t group = cast<EngineOpInterface>(op).getReplicaGroups();
  if (group < 0 || group > UINT16_MAX)
    return op->emitOpError()
           << "expects a set of replica groups in 0.." << UINT16_MAX << ", got "
           << group << " (collective_c2)";
  if (whole % part)
    return op->emitOpError()
           << "expects blocks of " << part << " elements, got " << whole
           << " elements (collective_c3)";
  return verifyCommon(op);
}

static LogicalResult verifyCollectiveOperator(Operation *op,
                                              isa::ReduceOp reduceOp) {
  if (reduceOp == isa::ReduceOp::add || reduceOp == isa::ReduceOp::max ||
      reduceOp == isa::ReduceOp::min)
    return success();
  return op->emitOpError() << "expects add, max or min, got "
                           << keyword(reduceOp) << " (collective_c4)";
}

LogicalResult AllReduceOp::verify() {
  uint64_t to = getDestinationPattern().elements(),
           from = getSourcePattern().elements();
  if (failed(verifyDmaCount(*this, to, from)) ||
      failed(verifyCollectiveOperator(*this, getReduceOp())))
    return failure();
  return verifyCollective(*this, getSource(), getDestination(), to, from);
}

LogicalResult AllGatherOp::verify() {
  return verifyCollective(*this, getSource(), getDestination(),
                          getDestinationPattern().elements(),
                          getSourcePattern().elements());
}

LogicalResult ReduceScatterOp::verify() {
  if (failed(verifyCollectiveOperator(*this, getReduceOp())))
    return failure();
  return verifyCollective(*this, getSource(), getDestination(),
                          getSourcePattern().elements(),
                          getDestinationPattern().elements());
}

LogicalResult MoveOp::verify() {
  if (failed(verifyDmaCount(*this, allElements(getDestinationPattern()),
                            allElements(getSourcePattern()))))
    return failure();
  return verifyCommon(*this);
}

/// The rules that rows by index have, whichever way they go (gather_c1 to c3).
static LogicalResult verifyRowsByIndex(Operation *op, StringRef label,
                                       TileType indexType,
                                       const AccessPattern &index,
                                       const AccessPattern &rows,
                                       const BufferPattern &table) {
  auto type = dyn_cast<IntegerType>(indexType.getElementType());
  if (!type || type.isUnsigned() ||
      (type.getWidth() != 32 && type.getWidth() != 64))
    return op->emitOpError()
           << "expects an index of i32 or i64 (" << label << "_c1)";
  if (index.partitions != rows.partitions || index.elementsPerPartition() != 1)
    return op->emitOpError() << "expects one index per partition of the rows ("
                             << label << "_c2)";
  if (table.elements() != table.count[0] * rows.elementsPerPartition())
    return op->emitOpError()
           << "expects a row of " << rows.elementsPerPartition()
           << " elements, got " << table.elements() / table.count[0] << " ("
           << label << "_c3)";
  return success();
}

LogicalResult GatherOp::verify() {
  if (failed(verifyRowsByIndex(*this, "gather", tileType(getIndex()),
                               getIndexPattern(), getDestinationPattern(),
                               getSourcePattern())))
    return failure();
  return verifyCommon(*this);
}

LogicalResult ScatterOp::verify() {
  if (failed(verifyRowsByIndex(*this, "scatter", tileType(getIndex()),
                               getIndexPattern(), getSourcePattern(),
                               getDestinationPattern())))
    return failure();
  return verifyCommon(*this);
}

LogicalResult MatmulOp::verify() {
  AccessPattern a = getStationaryPattern(), b = getMovingPattern(),
                c = getDestinationPattern();
  if (failed(verifyEngine(*this, {isa::Engine::tensor})))
    return failure();
  if (tileType(getStationary()).getPsum() || tileType(getMoving()).getPsum() ||
      !tileType(getResult()).getPsum())
    return emitOpError()
           << "expects operands in SBUF and the result in PSUM (matmul_c1)";
  if (a.partitions != b.partitions)
    return emitOpError() << "expects the same K on both sides, got "
                         << unsigned(a.partitions) << " and "
                         << unsigned(b.partitions) << " (matmul_c2)";
  if (a.elementsPerPartition() != c.partitions ||
      b.elementsPerPartition() != c.elementsPerPartition())
    return emitOpError() << "expects a destination of M x N = "
                         << a.elementsPerPartition() << " x "
                         << b.elementsPerPartition() << ", got "
                         << unsigned(c.partitions) << " x "
                         << c.elementsPerPartition() << " (matmul_c3)";
  if (c.elementsPerPartition() > 512)
    return emitOpError() << "expects N of at most 512, got "
                         << c.elementsPerPartition() << " (matmul_c4)";
  if (!tileType(getResult()).getElementType().isF32())
    return emitOpError() << "expects f32 in PSUM (matmul_c5)";
  if (getAccumulate() && !getInto())
    return emitOpError() << "expects a version to accumulate into (matmul_c6)";
  return verifyCommon(*this);
}

LogicalResult TransposeOp::verify() {
  AccessPattern source = getSourcePattern(),
                destination = getDestinationPattern();
  if (failed(verifyEngine(*this, {isa::Engine::tensor})))
    return failure();
  if (tileType(getSource()).getPsum() || !tileType(getResult()).getPsum())
    return emitOpError() << "expects the source in SBUF and the result in PSUM "
                            "(transpose_c1)";
  if (source.partitions != destination.elementsPerPartition() ||
      source.elementsPerPartition() != destination.partitions)
    return emitOpError() << "expects a destination of "
                         << source.elementsPerPartition() << " x "
                         << unsigned(source.partitions) << ", got "
                         << unsigned(destination.partitions) << " x "
                         << destination.elementsPerPartition()
                         << " (transpose_c2)";
  if (tileType(getSource()).getElementType() !=
      tileType(getResult()).getElementType())
    return emitOpError() << "expects one element type (transpose_c3)";
  return verifyCommon(*this);
}

LogicalResult TensorTensorOp::verify() {
  if (failed(verifyEngine(*this, {isa::Engine::vector, isa::Engine::gpsimd})) ||
      failed(verifySameShape(*this, getDestinationPattern(), getLeftPattern(),
                             "a left operand")) ||
      failed(verifySameShape(*this, getDestinationPattern(), getRightPattern(),
                             "a right operand")))
    return failure();
  if (tileType(getLeft()).getPsum() && tileType(getRight()).getPsum())
    return emitOpError()
           << "expects at most one operand in PSUM (tensor_tensor_c1)";
  return verifyCommon(*this);
}

LogicalResult TensorScalarOp::verify() {
  if (failed(verifyEngine(*this, {isa::Engine::vector, isa::Engine::gpsimd})) ||
      failed(verifySameShape(*this, getDestinationPattern(), getSourcePattern(),
                             "a source")) ||
      failed(verifyScalar(*this, getScalar0(), getPointer0())) ||
      failed(verifyScalar(*this, getScalar1(), getPointer1())))
    return failure();
  return verifyCommon(*this);
}

LogicalResult ReduceOp::verify() {
  AccessPattern source = getSourcePattern(),
                destination = getDestinationPattern();
  if (failed(verifyEngine(*this, {isa::Engine::vector})))
    return failure();
  int64_t axes = getAxes();
  if (axes < 1 || axes > source.rank)
    return emitOpError() << "expects 1 to " << unsigned(source.rank)
                         << " reduced axes, got " << axes << " (reduce_c1)";
  uint64_t kept = 1;
  for (int64_t i = 0; i < source.rank - axes; ++i)
    kept *= source.count[i];
  if (destination.partitions != source.partitions ||
      destination.elementsPerPartition() != kept)
    return emitOpError() << "expects a destination of "
                         << unsigned(source.partitions) << " x " << kept
                         << ", got " << unsigned(destination.partitions)
                         << " x " << destination.elementsPerPartition()
                         << " (reduce_c2)";
  return verifyCommon(*this);
}

LogicalResult SelectOp::verify() {
  if (failed(verifyEngine(*this, {isa::Engine::vector})) ||
      failed(verifySameShape(*this, getDestinationPattern(),
                             getPredicatePattern(), "a predicate")) ||
      failed(verifySameShape(*this, getDestinationPattern(), getSourcePattern(),
                             "a source")))
    return failure();
  if (tileType(getSource()).getElementType() !=
      tileType(getResult()).getElementType())
    return emitOpError()
           << "expects source and destination of one element type (select_c1)";
  auto predicate =
      dyn_cast<IntegerType>(tileType(getPredicate()).getElementType());
  if (!predicate || !predicate.isUnsigned() || predicate.getWidth() > 32)
    return emitOpError()
           << "expects a predicate of ui8, ui16 or ui32 (select_c2)";
  return verifyCommon(*this);
}

LogicalResult CopyOp::verify() {
  if (failed(verifyEngine(*this, {isa::Engine::vector, isa::Engine::scalar,
                                  isa::Engine::gpsimd})) ||
      failed(verifySameShape(*this, getDestinationPattern(), getSourcePattern(),
                             "a source")))
    return failure();
  return verifyCommon(*this);
}

LogicalResult MemsetOp::verify() {
  if (failed(verifyEngine(*this, {isa::Engine::vector, isa::Engine::gpsimd})))
    return failure();
  return verifyCommon(*this);
}

LogicalResult ActivateOp::verify() {
  if (failed(verifyEngine(*this, {isa::Engine::scalar})) ||
      failed(verifySameShape(*this, getDestinationPattern(), getSourcePattern(),
                             "a source")) ||
      failed(verifyScalar(*this, getScale(), getScalePointer())) ||
      failed(verifyScalar(*this, getBias(), getBiasPointer())))
    return failure();
  return verifyCommon(*this);
}

LogicalResult WaitOp::verify() {
  if (getSemaphore() < 0 || getSemaphore() > 255 || getValue() < 0)
    return emitOpError() << "expects a semaphore in 0..255 and a value of at "
                            "least 0 (semaphore_c1)";
  return success();
}

LogicalResult SignalOp::verify() {
  if (getSemaphore() < 0 || getSemaphore() > 255)
    return emitOpError() << "expects a semaphore in 0..255 (semaphore_c2)";
  return success();
}
