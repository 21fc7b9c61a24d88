//===- TileToISA.h - Synchronised tile ops to exact instructions ----------===//
//
// The last conversion: one op, one instruction; a matmul is two, unless its
// stationary is already loaded.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_CONVERSION_TILETOISA_H
#define GLIA_CONVERSION_TILETOISA_H

#include "llvm/ADT/StringRef.h"
#include <memory>

namespace mlir {
class Pass;
} // namespace mlir

namespace glia {

class ConstantStore;

/// On a module whose `func.func @main` is in phase synchronised: replaces it by an isa.object. `constants` outlives the pass, which
/// adds the cores' parts of sharded ones; may be null where none is sharded.
std::unique_ptr<mlir::Pass> createTileToISAPass(llvm::StringRef target = "trn2", ConstantStore *constants = nullptr);
void registerTileToISAPass();

} // namespace glia

#endif
