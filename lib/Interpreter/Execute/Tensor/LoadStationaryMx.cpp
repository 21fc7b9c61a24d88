//===- LoadStationaryMx.cpp - Loads a matrix with scales ------------------===//
//
// The scales are multiplied in here, so that products know nothing of them.
//
//===----------------------------------------------------------------------===//
#include "lib/Interpreter/Execute.h"
#include "lib/Interpreter/Microscaling.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::LoadStationaryMx &x) {
  Matrix matrix = scaledMatrix(core, x.stationary, x.scale);
  unsigned m =
      static_cast<unsigned>(x.stationary.elementsPerPartition()) / mxElements;
  packStationary(core,
                 core.loadTile({}, {x.stationary.type, RowLayout::microscaled}),
                 matrix, m, x.stationary.partitions * mxElements);
  return llvm::Error::success();
}

} // namespace glia::interpreter
