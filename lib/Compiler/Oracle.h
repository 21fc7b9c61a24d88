//===- Oracle.h - The reference that verify asks --------------------------===//
//
// ONNX Runtime, or onnx's own evaluator, in a Python child process.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_COMPILER_ORACLE_H
#define GLIA_LIB_COMPILER_ORACLE_H

#include "glia/Support/Tensor.h"
#include "llvm/Support/Error.h"

namespace glia {

struct OracleAnswer {
  NamedTensors outputs;
  /// With `everyNode`: the first output of each top-level node, by its index
  /// path ("17").
  NamedTensors nodes;
  std::string oracle; // "onnxruntime 1.32.0"
};

/// Errors: E5803.
llvm::Expected<OracleAnswer> askOracle(llvm::StringRef model,
                                       const NamedTensors &inputs,
                                       bool everyNode = false);

} // namespace glia

#endif
