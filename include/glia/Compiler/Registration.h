//===- Registration.h - The dialects and passes that Glia's tools know ----===//
//
// The one list: glia-opt, glia-cc and libglia ask here, so that a dialect or
// a pass is registered by one line.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_COMPILER_REGISTRATION_H
#define GLIA_COMPILER_REGISTRATION_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace glia {
/// builtin, func, graph, tile, isa.
void registerDialects(mlir::DialectRegistry &registry);
/// Every pass of Glia and the few of MLIR's own that help with debugging.
/// Process-wide (MLIR's pass registry is), so it belongs in a tool's main.
void registerPasses();
} // namespace glia

#endif
