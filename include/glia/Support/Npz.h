//===- Npz.h - Array files ------------------------------------------------===//
//
// NumPy's .npy and .npz, and ONNX's TensorProto (.pb), as tensors. Nothing in
// a file is trusted, and nothing is ever unpickled.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_SUPPORT_NPZ_H
#define GLIA_SUPPORT_NPZ_H

#include "glia/Support/Tensor.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace glia {

class OutputGroup;

/// Types of two bytes and one that NumPy has no name for (bf16, fp8) come back
/// as u16 and u8 bit patterns. Errors: E0800, E1803.
llvm::Expected<Tensor> parseNpy(llvm::ArrayRef<uint8_t> bytes,
                                llvm::StringRef where);
/// Header and data; low-precision types as bit patterns.
std::vector<uint8_t> formatNpy(const Tensor &tensor);

/// One tensor of a .npy or .pb file, by its ending. Errors: E0800, E1803, and
/// those of InputFile.
llvm::Expected<Tensor> readTensorFile(llvm::StringRef path);
/// Members in the order of the archive, without ".npy". Errors as above.
llvm::Expected<NamedTensors> readNpz(llvm::StringRef path);
/// The same tensors give the same bytes. Errors: E5801.
llvm::Error writeNpz(llvm::StringRef path, const NamedTensors &tensors,
                     OutputGroup *group = nullptr);

/// A serialised TensorProto. Errors: E0800, E1803.
llvm::Expected<Tensor> parseTensorProto(llvm::ArrayRef<uint8_t> bytes,
                                        llvm::StringRef where);

} // namespace glia

#endif
