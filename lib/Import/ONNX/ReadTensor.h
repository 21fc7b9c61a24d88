//===- ReadTensor.h - Stored tensors, where their bytes are ---------------===//
//
// A TensorProto has its data in one of many fields, in this file or another.
// All end as a span of a file, or as memory for what was small.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_IMPORT_ONNX_READTENSOR_H
#define GLIA_LIB_IMPORT_ONNX_READTENSOR_H

#include "Model.h"
#include "llvm/ADT/StringMap.h"

namespace onnx {
class SparseTensorProto;
class TensorProto;
}

namespace glia::onnx_import {

class TensorReader {
public:
  TensorReader(llvm::StringRef modelPath, llvm::StringRef folder,
               const ImportLimits &limits)
      : modelPath(modelPath), folder(folder.empty() ? "." : folder),
        limits(limits) {}

  /// What is wrong with data must not hide what the model needs and lacks, so
  /// the first error is kept: E1008, E1012, E4004, E5800, E6000.
  StoredTensor read(const onnx::TensorProto &proto);
  /// What is wrong with a sparse tensor: E1008, E4004, or that Glia has none,
  /// E2004. Indices that were left in the file are not read for that.
  llvm::Error refuse(const onnx::SparseTensorProto &proto);
  std::optional<GliaError> firstError;
  std::vector<ImportWarning> warnings;

private:
  llvm::Error readChecked(const onnx::TensorProto &proto, StoredTensor &tensor);
  llvm::Error readShape(const onnx::TensorProto &proto, StoredTensor &tensor,
                        uint64_t &elements);
  llvm::Error readExternal(const onnx::TensorProto &proto,
                           StoredTensor &tensor);
  llvm::Error readTyped(const onnx::TensorProto &proto, StoredTensor &tensor,
                        uint64_t elements);
  llvm::Expected<uint64_t> externalSize(llvm::StringRef location);

  std::string modelPath, folder;
  const ImportLimits &limits;
  llvm::StringMap<uint64_t> externalSizes; // of files that were opened once
};

} // namespace glia::onnx_import

#endif
