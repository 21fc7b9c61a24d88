//===- Elementwise.cpp - Operators on one element at a time ---------------===//
//
// An elementwise operator is a row here and a row in
// dialects/Graph/Elementwise.td, nothing else.
//
//===----------------------------------------------------------------------===//
#include "Registry.h"

namespace glia::onnx_import {

namespace {
enum class Operands { any, numbers, arithmetic, floats, booleans };
enum class Result { sameType, boolean };
struct ElementwiseRow {
  llvm::StringLiteral name;
  int first;
  llvm::StringLiteral graphOp;
  Operands operands;
  Result result = Result::sameType;
};
} // namespace

static constexpr ElementwiseRow rows[] = {
    {"Abs", 6, "graph.abs", Operands::arithmetic},
    {"Add", 7, "graph.add", Operands::arithmetic},
    {"And", 7, "graph.logical_and", Operands::booleans},
    {"Atan", 7, "graph.arctan", Operands::floats},
    {"Div", 7, "graph.div", Operands::arithmetic},
    {"Equal", 7, "graph.equal", Operands::any, Result::boolean},
    {"Erf", 9, "graph.erf", Operands::floats},
    {"Exp", 6, "graph.exp", Operands::floats},
    {"Greater", 7, "graph.greater", Operands::numbers, Result::boolean},
    {"GreaterOrEqual", 12, "graph.greater_equal", Operands::numbers,
     Result::boolean},
    {"IsNaN", 9, "graph.is_nan", Operands::floats, Result::boolean},
    {"Less", 7, "graph.less", Operands::numbers, Result::boolean},
    {"LessOrEqual", 12, "graph.less_equal", Operands::numbers, Result::boolean},
    {"Log", 6, "graph.log", Operands::floats},
    {"Max", 6, "graph.max", Operands::numbers},
    {"Min", 6, "graph.min", Operands::numbers},
    {"Mish", 18, "graph.mish", Operands::floats},
    {"Mul", 7, "graph.mul", Operands::arithmetic},
    {"Neg", 6, "graph.neg", Operands::arithmetic},
    {"Not", 1, "graph.logical_not", Operands::booleans},
    {"Or", 7, "graph.logical_or", Operands::booleans},
    {"Reciprocal", 6, "graph.reciprocal", Operands::floats},
    {"Relu", 6, "graph.relu", Operands::floats},
    {"Sigmoid", 6, "graph.sigmoid", Operands::floats},
    {"Sign", 9, "graph.sign", Operands::floats},
    {"Softplus", 1, "graph.softplus", Operands::floats},
    {"Sqrt", 6, "graph.sqrt", Operands::floats},
    {"Sub", 7, "graph.sub", Operands::arithmetic},
    {"Sum", 6, "graph.add", Operands::arithmetic},
    {"Tanh", 6, "graph.tanh", Operands::floats},
    {"Xor", 7, "graph.logical_xor", Operands::booleans},
};

static bool accepts(Operands operands, ElementType type) {
  switch (operands) {
  case Operands::any:
    return true;
  case Operands::numbers:
    return type != ElementType::boolean;
  case Operands::arithmetic: // no engine computes on 8-bit integers
    return type != ElementType::boolean && type != ElementType::i8 &&
           type != ElementType::u8;
  case Operands::floats:
    return isFloat(type);
  case Operands::booleans:
    return type == ElementType::boolean;
  }
  llvm_unreachable("covered switch");
}

/// Variadic operators (Max, Min, Sum) become a chain from the left; with one
/// operand the result is that operand.
static llvm::Error importElementwise(NodeImporter &importer) {
  const ElementwiseRow &row =
      *llvm::find_if(rows, [&](const ElementwiseRow &each) {
        return each.name == importer.node.opType;
      });
  for (size_t index = 0; index < importer.inputs(); ++index)
    if (!accepts(row.operands, importer.input(index).type))
      return importer.fail(ErrorCode::E2001,
                           "takes elements of type " +
                               name(importer.input(index).type) + ", which `" +
                               row.graphOp + "` does not");
  Value left = importer.input(0);
  bool unary = importer.inputs() == 1;
  bool chain = row.name == "Max" || row.name == "Min" || row.name == "Sum";
  for (size_t index = 1; index < importer.inputs() || (unary && !chain);
       ++index) {
    llvm::SmallVector<Value, 2> operands = {left};
    if (!unary)
      operands.push_back(importer.input(index));
    llvm::Expected<Value> result = importer.elementwise(
        row.graphOp,
        row.result == Result::boolean ? ElementType::boolean : left.type,
        operands);
    if (!result)
      return result.takeError();
    left = *result;
    if (unary)
      break;
  }
  importer.setOutput(0, left);
  return llvm::Error::success();
}

std::vector<OperatorRow> elementwiseOperators() {
  std::vector<OperatorRow> operators;
  for (const ElementwiseRow &row : rows)
    operators.push_back({row.name, row.first, importElementwise});
  return operators;
}

} // namespace glia::onnx_import
