//===- NodeImporter.h - What an operator's import works with --------------===//
//
// Operands with their types and shapes, attributes, errors that name the node,
// and builders of graph ops. Moving a constant's elements derives another
// constant and costs nothing, so that shape arithmetic and transposed weights
// vanish without any operator knowing.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_IMPORT_ONNX_NODEIMPORTER_H
#define GLIA_LIB_IMPORT_ONNX_NODEIMPORTER_H

#include "Model.h"
#include "dialects/Graph/GraphDialect.h"
#include "dialects/Graph/GraphOps.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include <functional>

namespace glia::onnx_import {

/// A tensor of the model: an SSA value, or a constant that becomes one where
/// it is first needed.
struct Value {
  ElementType type = ElementType::f32;
  Shape shape;
  mlir::Value ssa;
  std::optional<ConstantStore::Id> constant;

  int64_t rank() const { return static_cast<int64_t>(shape.size()); }
  int64_t elements() const;
};

/// What all nodes of one import share.
struct GraphState {
  GraphState(mlir::MLIRContext &context, ConstantStore &store,
             const ImportLimits &limits)
      : builder(&context), store(store), limits(limits) {}

  mlir::OpBuilder builder;
  ConstantStore &store;
  const ImportLimits &limits;
  llvm::StringMap<Value> values;
  llvm::DenseMap<ConstantStore::Id, mlir::Value> constants;
  uint64_t foldedBytes = 0;
  /// Imports a subgraph in its scope, its inputs being `inputs`, and returns its
  /// outputs; none when parts of it are unsupported, which is noted elsewhere.
  std::function<llvm::Expected<std::optional<std::vector<Value>>>(
      const Subgraph &, llvm::ArrayRef<Value> inputs)>
      importSubgraph;

  mlir::RankedTensorType tensorType(ElementType type,
                                    llvm::ArrayRef<int64_t> shape);
  /// The value in the function; makes the graph.constant at the first call.
  mlir::Value materialize(const Value &value);
};

/// numpy's rule; nothing when the shapes don't broadcast.
std::optional<Shape> broadcastShapes(llvm::ArrayRef<Shape> shapes);
/// "2x3x4"; "scalar" for rank 0.
std::string formatShape(llvm::ArrayRef<int64_t> shape);

class NodeImporter {
public:
  NodeImporter(const Node &node, GraphState &state);

  const Node &node;
  GraphState &state;

  // Operands and results.
  size_t inputs() const { return operands.size(); }
  bool has(size_t index) const {
    return index < operands.size() && operands[index];
  }
  const Value &input(size_t index) const { return *operands[index]; }
  void setOutput(size_t index, Value value);
  /// Whether anything could read the output.
  bool wantsOutput(size_t index) const {
    return index < node.outputs.size() && !node.outputs[index].empty();
  }

  // Attributes; their types have been checked against the schema.
  int64_t integer(llvm::StringRef name, int64_t otherwise) const;
  float number(llvm::StringRef name, float otherwise) const;
  llvm::StringRef string(llvm::StringRef name, llvm::StringRef otherwise) const;
  std::optional<Shape> integers(llvm::StringRef name) const;

  // Errors.
  llvm::Error fail(ErrorCode code, const llvm::Twine &message) const;
  llvm::Error failAttribute(ErrorCode code, llvm::StringRef attribute,
                            const llvm::Twine &message) const;
  llvm::Error checkOperands() const;

  /// The elements of an integer operand, which must be known by now.
  llvm::Expected<Shape> knownIntegers(size_t index) const;
  /// From attribute `name` where the node has it, else from the operand; none
  /// when both are absent.
  llvm::Expected<std::optional<Shape>> knownIntegers(llvm::StringRef name,
                                                     size_t index) const;
  /// An axis in [0, rank), negative ones count from the end. E1009.
  llvm::Expected<int64_t> axis(int64_t axis, int64_t rank) const;
  /// The same for several, each once, ascending. E1009.
  llvm::Expected<Shape> axes(llvm::ArrayRef<int64_t> axes, int64_t rank) const;
  /// Row-major over the leading dimensions of `shape`, one for each element of
  /// `index`; negative ones count from the end. E1009.
  llvm::Expected<int64_t> linearPosition(llvm::ArrayRef<int64_t> index,
                                         llvm::ArrayRef<int64_t> shape) const;

  // Builders. Shapes must have been checked by the caller.
  template <typename OpTy, typename... Arguments>
  Value create(ElementType type, llvm::ArrayRef<int64_t> shape,
               Arguments &&...arguments) {
    auto op =
        OpTy::create(state.builder, location, state.tensorType(type, shape),
                     std::forward<Arguments>(arguments)...);
    return Value{type, Shape(shape), op->getResult(0), std::nullopt};
  }
  mlir::Value ssa(const Value &value) { return state.materialize(value); }
  /// An elementwise graph op by its name; the operands broadcast. E1009.
  llvm::Expected<Value> elementwise(llvm::StringRef graphOp, ElementType type,
                                    llvm::ArrayRef<Value> operands);
  Value transpose(const Value &value, llvm::ArrayRef<int64_t> permutation);
  Value reshape(const Value &value, llvm::ArrayRef<int64_t> shape);
  Value slice(const Value &value, const SliceStep &slice);
  Value broadcast(const Value &value, llvm::ArrayRef<int64_t> shape);
  llvm::Expected<Value> cast(const Value &value, ElementType type);
  Value constant(ElementType type, llvm::ArrayRef<int64_t> shape,
                 std::vector<uint8_t> bytes);
  Value constantIntegers(ElementType type, llvm::ArrayRef<int64_t> shape,
                         llvm::ArrayRef<int64_t> elements);
  Value constantFloat(float value);
  /// A scalar of `type`, float or integer.
  Value constantNumber(ElementType type, int64_t value);
  /// The value of a constant with one element, if it is one.
  llvm::Expected<std::optional<double>> knownNumber(const Value &value) const;
  /// Elements of `value` at known positions along `axis`.
  llvm::Expected<Value> gather(const Value &value, int64_t axis,
                               llvm::ArrayRef<int64_t> positions);
  /// Takes `bytes` out of the folding budget. E4005.
  llvm::Error charge(uint64_t bytes);

private:
  mlir::Location location;
  llvm::SmallVector<const Value *> operands;
};

/// A formula of elementwise ops; the first error stays, and what comes after
/// it means nothing.
class Formula {
public:
  explicit Formula(NodeImporter &importer) : importer(importer) {}

  Value operator()(llvm::StringRef graphOp, llvm::ArrayRef<Value> operands) {
    return apply(graphOp, operands.front().type, operands);
  }
  Value compare(llvm::StringRef graphOp, llvm::ArrayRef<Value> operands) {
    return apply(graphOp, ElementType::boolean, operands);
  }
  Value select(const Value &condition, const Value &yes, const Value &no) {
    return apply("graph.select", yes.type, {condition, yes, no});
  }
  Value cast(const Value &value, ElementType type);
  llvm::Error check() { return std::move(first); }
  /// Sets the node's first output to `result`, or returns the error.
  llvm::Error finish(const Value &result);

private:
  Value apply(llvm::StringRef graphOp, ElementType type,
              llvm::ArrayRef<Value> operands);
  Value keep(llvm::Expected<Value> made, const Value &otherwise);

  NodeImporter &importer;
  llvm::Error first = llvm::Error::success();
};

} // namespace glia::onnx_import

#endif
