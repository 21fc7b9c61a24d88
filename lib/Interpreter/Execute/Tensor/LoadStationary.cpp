//===- LoadStationary.cpp - Loads the stationary matrix -------------------===//
//
// Packed once here, in the micro-kernel's layout, and used by every
// multiply_moving until the next load.
//
//===----------------------------------------------------------------------===//
#include "lib/Interpreter/Execute.h"
#include "lib/Interpreter/Rows.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::LoadStationary &x) {
  RowReader reader(core, x.stationary, {}, 0);
  unsigned k = x.stationary.partitions,
           m = static_cast<unsigned>(reader.elements());
  if (x.stationary.type == ElementType::f32 &&
      rowPattern(x.stationary).isDense()) {
    core.kernels.pack(
        core.stationary,
        reinterpret_cast<const float *>(core.start(x.stationary)),
        static_cast<ptrdiff_t>(core.memory(x.stationary.space).stride() /
                               sizeof(float)),
        m, k);
    return llvm::Error::success();
  }
  float *matrix = core.scratch<float>(1, uint64_t(k) * m);
  for (unsigned p = 0; p < k; ++p)
    std::memcpy(matrix + size_t(p) * m, reader.floats(p), m * sizeof(float));
  core.kernels.pack(core.stationary, matrix, m, m, k);
  return llvm::Error::success();
}

} // namespace glia::interpreter
