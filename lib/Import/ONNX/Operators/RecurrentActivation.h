//===- RecurrentActivation.h - The functions inside recurrent cells -------===//
//
// RNN, GRU and LSTM name their functions in attributes, each with parameters of
// its own.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_IMPORT_ONNX_OPERATORS_RECURRENTACTIVATION_H
#define GLIA_LIB_IMPORT_ONNX_OPERATORS_RECURRENTACTIVATION_H

#include "lib/Import/ONNX/NodeImporter.h"

namespace glia::onnx_import {

/// One function, with what `activation_alpha` and `activation_beta` give it.
struct RecurrentActivation {
  enum class Kind {
    relu,
    tanh,
    sigmoid,
    affine,
    leakyRelu,
    thresholdedRelu,
    scaledTanh,
    hardSigmoid,
    elu,
    softsign,
    softplus
  };
  Kind kind;
  float alpha = 0, beta = 0;
};

/// The functions of all directions in their order: those of the node's
/// attributes, or `defaults` for each direction. E1004.
llvm::Expected<std::vector<RecurrentActivation>>
readRecurrentActivations(const NodeImporter &importer,
                         llvm::ArrayRef<llvm::StringLiteral> defaults,
                         int64_t directions);

/// The function of each element of `x`.
Value applyActivation(NodeImporter &importer, Formula &f,
                      const RecurrentActivation &activation, const Value &x);

} // namespace glia::onnx_import

#endif
