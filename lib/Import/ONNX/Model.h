//===- Model.h - An ONNX model as plain data ------------------------------===//
//
// What the importer works on: libonnx and protobuf end behind ReadModel, so
// that nothing else needs exceptions or their headers.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_IMPORT_ONNX_MODEL_H
#define GLIA_LIB_IMPORT_ONNX_MODEL_H

#include "glia/Import/ONNX/Importer.h"
#include "glia/Support/Error.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace glia::onnx_import {

/// TensorProto::DataType, by its numbers.
std::optional<ElementType> elementTypeOf(int onnxType);
/// "float", "double", ...; "type 99" for what ONNX doesn't define.
std::string onnxTypeName(int onnxType);
/// The schema spelling, "tensor(float)".
std::string schemaTypeName(ElementType type);

struct StoredTensor {
  std::string name;
  int onnxType = 0;
  std::optional<ElementType> type; // empty where Glia has no such type
  Shape shape;
  std::variant<FileSpan, MemorySpan> source;
  uint64_t bytes = 0;
};

struct Subgraph;

struct Attribute {
  enum class Kind {
    unknown,
    number,
    integer,
    string,
    tensor,
    graph,
    numbers,
    integers,
    strings,
    tensors,
    graphs
  };
  std::string name;
  Kind kind = Kind::unknown;
  float number = 0;
  int64_t integer = 0;
  std::string string;
  std::vector<float> numbers;
  std::vector<int64_t> integers;
  std::vector<std::string> strings;
  std::optional<StoredTensor> tensor;
  std::shared_ptr<Subgraph> graph; // copies of a node share it
};

struct Node {
  std::string domain, opType, name, path;   // domain "" is ai.onnx
  int64_t opset = 0;                        // of its domain, in this model
  int sinceVersion = 0;                     // of its schema; 0: none known
  const void *schema = nullptr;             // an onnx::OpSchema
  std::vector<std::string> inputs, outputs; // "" is absent
  std::vector<Attribute> attributes;
  std::vector<std::string> captured; // what its subgraphs read from outside

  const Attribute *find(llvm::StringRef attribute) const;
};

/// The graph that is an attribute: a branch.
struct Subgraph {
  std::vector<std::string> inputs, outputs;
  std::vector<int> outputTypes; // declared, of ONNX; 0: none
  std::vector<StoredTensor> initializers;
  std::vector<Node> nodes;

  /// All names that are defined in it.
  std::vector<std::string> defined() const;
};

struct Dimension {
  std::optional<int64_t> value;
  std::string name; // may be empty
};
struct ValueInfo {
  std::string name;
  int onnxType = 0;      // 0: not a tensor, or not stated
  std::string otherType; // "sequence", ... when it is not a tensor
  bool hasShape = false;
  std::vector<Dimension> dims;
};

struct Model {
  int64_t irVersion = 0;
  std::string producer;
  std::vector<std::pair<std::string, int64_t>> opsets;
  uint64_t functions = 0;
  std::vector<Node> nodes;
  std::vector<StoredTensor> initializers;
  std::vector<ValueInfo> inputs, outputs, valueInfos;
  std::vector<ImportWarning> warnings;
  std::optional<GliaError> dataError; // about a stored tensor; the first one
};

/// An error about a node, with the facts that name it.
GliaError nodeError(ErrorCode code, const Node &node,
                    const llvm::Twine &message);
/// `name` or, where it has none, "#path".
std::string describe(const Node &node);
/// "ai.onnx" for "".
llvm::StringRef describeDomain(llvm::StringRef domain);

/// Opens, scans and reads a model; its functions are inlined. Nothing has been
/// checked about the graph yet, nor is any operator supported for certain.
llvm::Expected<Model> readModel(llvm::StringRef path,
                                const ImportLimits &limits, bool strict);

/// A node of the graph itself, without subgraphs; else an error that says why.
llvm::Expected<const Node *> findNode(const Model &model,
                                      llvm::StringRef nodePath);

/// Calls `body` with each node, those of subgraphs behind the node that has
/// them.
void forEachNode(llvm::ArrayRef<Node> nodes,
                 llvm::function_ref<void(const Node &)> body);

/// Counts, names and types of inputs, outputs and attributes against the
/// schema; nodes without a schema are passed over. Errors: E1003, E1004.
llvm::Error checkNode(const Node &node);
/// E1014 when the operands' types aren't what the schema takes. An absent
/// operand has no type.
llvm::Error checkOperandTypes(const Node &node,
                              llvm::ArrayRef<std::optional<ElementType>> types);
/// The newest version of `domain` that libonnx knows; 0 when it doesn't.
int newestOpset(llvm::StringRef domain);

/// Names are defined once and before they are used, after a stable sort that
/// warns when it changed anything. Errors: E1005, E1006, E1007, E1013.
llvm::Error sortNodes(Model &model, bool strict);

} // namespace glia::onnx_import

#endif
