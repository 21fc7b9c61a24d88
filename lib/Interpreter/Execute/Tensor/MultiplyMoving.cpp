//===- MultiplyMoving.cpp - Multiplies with the stationary matrix ---------===//
//
// The dense fp32 case works on the rows where they lie. With double rows the
// elements of a partition are two rows, one after the other, as in
// load_stationary.
//
//===----------------------------------------------------------------------===//
#include "glia/Support/Error.h"
#include "lib/Interpreter/Execute.h"
#include "lib/Interpreter/Product.h"

namespace glia::interpreter {

/// All rows of a strided fp32 operand, one after the other.
static const float *gatheredWindow(Core &core,
                                   const isa::OnChipOperand &moving) {
  bool keeps = core.keepsWindows && moving.space == isa::Space::sbuf,
       recurs = keeps && core.stream->current().recurs;
  if (keeps)
    if (const float *window =
            core.windows.find(moving, byteRange(moving), !recurs))
      return window;
  uint64_t elements = moving.partitions * moving.elementsPerPartition();
  float *dense = recurs ? core.windows.insert(moving, elements) : nullptr;
  if (!dense)
    dense = core.scratch<float>(1, elements);
  Pattern to;
  to.elementBytes = sizeof(float);
  to.push(elements, sizeof(float));
  transfer(reinterpret_cast<uint8_t *>(dense), to, core.start(moving),
           onChipPattern(moving, core.memory(moving.space).stride()),
           &core.threads);
  return dense;
}

static Matrix movingMatrix(Core &core, const isa::OnChipOperand &moving,
                           unsigned n) {
  ptrdiff_t rowStride = static_cast<ptrdiff_t>(
      core.memory(moving.space).stride() / sizeof(float));
  if (isDenseF32(moving))
    return {reinterpret_cast<const float *>(core.start(moving)), rowStride};
  if (moving.type == ElementType::f32)
    return {gatheredWindow(core, moving), static_cast<ptrdiff_t>(n)};
  RowReader reader(core, moving, {}, 0);
  uint64_t elements = reader.elements(); // of one row or two
  float *dense = core.scratch<float>(1, moving.partitions * elements);
  core.forEachRow(moving.partitions, elements, [&](unsigned p) {
    std::memcpy(dense + p * elements, reader.floats(p),
                elements * sizeof(float));
  });
  return {dense, static_cast<ptrdiff_t>(n)};
}

llvm::Error execute(Core &core, const isa::MultiplyMoving &x) {
  unsigned rows = x.doubleRow ? 2 : 1, k = rows * x.moving.partitions,
           m = x.destination.partitions,
           n = static_cast<unsigned>(x.moving.elementsPerPartition()) / rows;
  StationaryInfo info;
  const numerics::PackedStationary *stationary = core.findTile(tileOf(x), info);
  if (!stationary || stationary->k != k || stationary->m != m)
    return stationaryMismatch(stationary, k, m);
  if (info.layout != (x.doubleRow ? RowLayout::pair : RowLayout::single))
    return makeError(ErrorCode::E3409,
                     "expects a stationary matrix that was loaded in the same "
                     "way, with or without double rows or scales");
  if (info.type != isa::elementType(x.stationaryType))
    return makeError(ErrorCode::E3409, "expects a stationary matrix of " +
                                           isa::name(x.stationaryType) +
                                           ", one of " + name(info.type) +
                                           " is loaded");
  multiplyInto(core, *stationary, movingMatrix(core, x.moving, n),
               x.destination, x.accumulate, storeRule(x));
  return llvm::Error::success();
}

} // namespace glia::interpreter
