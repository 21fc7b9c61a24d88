//===- Target.h - isa IR to the object file and back ----------------------===//
//
// The border between the compiler's IR and the object's bytes. Weights are
// streamed from the ConstantStore into the file chunk by chunk.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_TARGET_TARGET_H
#define GLIA_TARGET_TARGET_H

#include "glia/Object/Object.h"
#include "glia/Support/ConstantStore.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace glia {

/// Everything of the object but the weights' bytes. The module holds one isa.object.
llvm::Expected<ObjectImage> buildImage(mlir::ModuleOp isaModule);

/// Writes the object file; nothing is left behind on an error.
llvm::Error emitObject(mlir::ModuleOp isaModule, const ConstantStore &constants, llvm::StringRef path, OutputGroup *group = nullptr);
llvm::Expected<std::vector<uint8_t>> emitObjectToMemory(mlir::ModuleOp isaModule, const ConstantStore &constants);

/// The isa IR of an object: its constants have the ids 0, 1, ... in the object's order, and `readConstants` fills a store with
/// them, so that emitting gives the same bytes.
llvm::Expected<mlir::OwningOpRef<mlir::ModuleOp>> importObject(mlir::MLIRContext &context, const Object &object);
llvm::Error readConstants(const Object &object, ConstantStore &constants);

} // namespace glia

#endif
