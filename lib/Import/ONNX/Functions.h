//===- Functions.h - What a model's functions are -------------------------===//
//
// The functions of a model by name, and whether they and their calls are
// sound. For InlineFunctions alone.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_IMPORT_ONNX_FUNCTIONS_H
#define GLIA_LIB_IMPORT_ONNX_FUNCTIONS_H

#include "glia/Import/ONNX/Importer.h"
#include "onnx/onnx_pb.h"
#include "llvm/ADT/StringMap.h"

namespace glia::onnx_import {

/// Version by domain, "" for ai.onnx.
using Opsets = llvm::StringMap<int64_t>;

struct Function {
  onnx::FunctionProto proto;
  Opsets opsets;
  uint64_t nodes = 0; // after inlining
  enum { unseen, open, done } state = unseen;
  bool isHidden = false; // by a standard operator, and that was said
};

Opsets readOpsets(
    const google::protobuf::RepeatedPtrField<onnx::OperatorSetIdProto> &list);
/// 0 when the domain is not imported.
int64_t opsetOf(const Opsets &opsets, const std::string &domain);

class FunctionTable {
public:
  FunctionTable(const ImportLimits &limits,
                std::vector<ImportWarning> &warnings)
      : limits(limits), warnings(warnings) {}

  /// Takes the functions out of the model; those that are called are checked.
  llvm::Error take(onnx::ModelProto &model);
  /// What the node calls; null when it is an operator. A standard operator
  /// comes before a function of its name.
  Function *find(const onnx::NodeProto &node, const Opsets &opsets);

private:
  llvm::Expected<uint64_t> count(const onnx::NodeProto &node,
                                 const Opsets &opsets, unsigned depth);
  llvm::Error count(Function &function, unsigned depth);

  const ImportLimits &limits;
  std::vector<ImportWarning> &warnings;
  llvm::StringMap<Function> functions;
};

/// Operands and attributes of a call. E1003, E1004.
llvm::Error checkCall(const onnx::NodeProto &node, const Function &callee,
                      const Opsets &opsets, const std::string &path);

} // namespace glia::onnx_import

#endif
