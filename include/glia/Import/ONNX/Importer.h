//===- Importer.h - From ONNX files to the graph dialect ------------------===//
//
// The only door for ONNX. Opset differences end behind it: what comes out is
// one module in phase `graph` and a ConstantStore whose weights are still in
// their files. Every error is a GliaError of the ranges x000-x199.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_IMPORT_ONNX_IMPORTER_H
#define GLIA_IMPORT_ONNX_IMPORTER_H

#include "glia/Support/ConstantStore.h"
#include "glia/Support/ElementType.h"
#include "glia/Support/Limits.h"
#include "glia/Support/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/Error.h"
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace glia {

/// Bounds on what a file may make us do (docs/Errors.md). All are defaults
/// that an option may change.
struct ImportLimits {
  uint64_t modelBytes = limits::modelBytes;               // E4000
  unsigned nesting = limits::protobufNesting;             // E4001
  unsigned functionCallDepth = limits::functionCallDepth; // E4001
  unsigned subgraphs = limits::subgraphNesting;           // E4001
  uint64_t functions = limits::localFunctions;            // E4002
  uint64_t nodes = limits::nodesAfterInlining;            // E4002
  uint64_t perNode = limits::nodeOperands;                // E4002
  uint64_t nameBytes = limits::stringBytes;               // E4003
  unsigned rank = limits::tensorRank;                     // E4004
  uint64_t tensorBytes = limits::tensorBytes;             // E4004
  uint64_t foldedBytes = limits::foldedConstantBytes;     // E4005, each
  uint64_t foldedTotalBytes = limits::foldedBytesTotal;   // E4005
};

/// `--input-value`: the input becomes a constant and is no argument of @main.
struct InputValue {
  std::string name;
  /// Either a comma-separated list, read as the input's element type ...
  std::string list;
  /// ... or a tensor, when `type` is set.
  std::optional<ElementType> type;
  Shape shape;
  std::vector<uint8_t> bytes;
};

struct ImportOptions {
  std::map<std::string, int64_t> dims; // --dim NAME=N
  std::vector<std::pair<std::string, Shape>>
      inputShapes;                     // --input-shape NAME=1x128
  std::vector<InputValue> inputValues; // --input-value
  /// --state PAST=PRESENT: the output is the input's value in the next call;
  /// both are one state of the program.
  std::vector<std::pair<std::string, std::string>> states;
  /// Pairs whose names say so (past_X and present_X, ...) are states, too.
  bool findStates = true;
  /// What is a warning otherwise (unsorted nodes, a newer IR version) is an
  /// error.
  bool strict = false;
  ImportLimits limits;
};

struct ImportWarning {
  std::string message; // one line, names escaped
};

struct ImportedTensor {
  std::string name;
  ElementType type;
  Shape shape;
};

struct ImportResult {
  mlir::OwningOpRef<mlir::ModuleOp> module; // func.func @main, phase graph
  std::unique_ptr<ConstantStore> constants;
  std::vector<ImportWarning> warnings;
  std::vector<ImportedTensor> inputs, outputs; // as in @main's signature
  NamedTensors boundInputs; // by --input-value: constants, no arguments
  /// Inputs that are states, each with the output that is its next value.
  std::vector<std::pair<std::string, std::string>> states;
  uint64_t nodes = 0;       // ONNX nodes after inlining
  uint64_t weightBytes = 0; // initializers and constants as stored
};

llvm::Expected<ImportResult> importONNX(mlir::MLIRContext &context,
                                        llvm::StringRef path,
                                        const ImportOptions &options = {});

/// A dimension as the file has it: a number, a name, or neither ("?").
struct InspectedTensor {
  std::string name;
  std::string type; // "f32", or ONNX's own name of a type that Glia has not
  std::vector<std::string> dims;
};
struct InspectedOperator {
  std::string domain, name; // domain "" is ai.onnx
  uint64_t count = 0;
  bool supported = false;
};
struct ModelInspection {
  int64_t irVersion = 0;
  std::string producer;
  std::vector<std::pair<std::string, int64_t>> opsets;
  std::vector<InspectedTensor> inputs, outputs;
  std::vector<std::string> dims;            // names that --dim takes
  std::vector<InspectedOperator> operators; // sorted by domain, then name
  uint64_t nodes = 0, functions = 0, weights = 0, weightBytes = 0;
};
/// Needs no shapes and no supported operators; reads no weights.
llvm::Expected<ModelInspection> inspectONNX(llvm::StringRef path,
                                            const ImportLimits &limits = {});

struct SupportedOperator {
  llvm::StringRef domain, name; // domain "" is ai.onnx
  int sinceVersion;             // first opset of it that Glia reads
  int lastVersion; // last opset checked; newer ones that leave the operator as
                   // it is are read, too
};
/// Sorted by domain, then name.
std::vector<SupportedOperator> listOperators();

} // namespace glia

#endif
