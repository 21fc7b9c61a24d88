//===- MultiplyMovingMx.cpp - Multiplies in the microscaling format -------===//
#include "glia/Support/Error.h"
#include "lib/Interpreter/Execute.h"
#include "lib/Interpreter/Microscaling.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::MultiplyMovingMx &x) {
  unsigned k = x.moving.partitions * mxElements, m = x.destination.partitions;
  StationaryInfo info;
  const numerics::PackedStationary *stationary = core.findTile({}, info);
  if (!stationary || stationary->k != k || stationary->m != m)
    return stationaryMismatch(stationary, k, m);
  if (info.layout != RowLayout::microscaled)
    return makeError(
        ErrorCode::E3409,
        "expects a stationary matrix that load_stationary_mx has loaded");
  multiplyInto(core, *stationary, scaledMatrix(core, x.moving, x.scale),
               x.destination, x.accumulate, storeRule(x));
  return llvm::Error::success();
}

} // namespace glia::interpreter
