//===- Recurrent.cpp - LSTM -----------------------------------------------===//
//
// Unrolled over the time steps, which are known. The operand's part of all
// gates is one product for all steps; the state's part is one product a step.
//
//===----------------------------------------------------------------------===//
#include "Registry.h"

namespace glia::onnx_import {

namespace {
/// The sizes of ONNX's names: steps, batch, what goes in, what is kept.
struct Sizes {
  int64_t steps, batch, inputs, hidden, directions;
};

/// One direction of one LSTM.
class Lstm {
public:
  Lstm(NodeImporter &importer, const Sizes &sizes, int64_t direction)
      : importer(importer), sizes(sizes), direction(direction) {}

  /// Hidden states, [steps][batch, hidden], in the order of time.
  llvm::Expected<llvm::SmallVector<Value>> run(bool backwards);
  Value cell, state; // after the last step

private:
  Value operand(size_t index, llvm::ArrayRef<int64_t> shape);
  Value contract(const Value &left, const Value &right);
  Value initial(size_t index);
  llvm::Error step(const Value &gates);

  NodeImporter &importer;
  const Sizes &sizes;
  int64_t direction;
};
} // namespace

/// This direction of an operand, without the dimension that counts them.
Value Lstm::operand(size_t index, llvm::ArrayRef<int64_t> shape) {
  const Value &all = importer.input(index);
  SliceStep one{Shape(all.shape.size(), 0), all.shape,
                Shape(all.shape.size(), 1)};
  one.starts[0] = direction;
  one.sizes[0] = 1;
  return importer.reshape(importer.slice(all, one), shape);
}

/// left [M, K] times right [N, K] turned.
Value Lstm::contract(const Value &left, const Value &right) {
  constexpr int64_t kCut = 128;
  return importer.create<graph::ContractOp>(
      left.type, {left.shape[0], right.shape[0]}, importer.ssa(left),
      importer.ssa(right), /*transpose_lhs=*/false, /*transpose_rhs=*/true,
      kCut);
}

Value Lstm::initial(size_t index) {
  if (importer.has(index))
    return operand(index, {sizes.batch, sizes.hidden});
  return importer.broadcast(importer.constantFloat(0),
                            {sizes.batch, sizes.hidden});
}

/// Gates in ONNX's order: input, output, forget, cell.
llvm::Error Lstm::step(const Value &gates) {
  Formula f(importer);
  auto gate = [&](int64_t which, const char *function) {
    return f(function,
             importer.slice(gates, SliceStep{{0, which * sizes.hidden},
                                             {sizes.batch, sizes.hidden},
                                             {1, 1}}));
  };
  Value in = gate(0, "graph.sigmoid"), out = gate(1, "graph.sigmoid"),
        forget = gate(2, "graph.sigmoid"), fresh = gate(3, "graph.tanh");
  cell = f("graph.add",
           {f("graph.mul", {forget, cell}), f("graph.mul", {in, fresh})});
  state = f("graph.mul", {out, f("graph.tanh", cell)});
  return f.check();
}

llvm::Expected<llvm::SmallVector<Value>> Lstm::run(bool backwards) {
  int64_t gates = 4 * sizes.hidden;
  Value x = importer.reshape(importer.input(0),
                             {sizes.steps * sizes.batch, sizes.inputs});
  Value driven = contract(x, operand(1, {gates, sizes.inputs})),
        weights = operand(2, {gates, sizes.hidden});
  Formula f(importer);
  if (importer.has(3)) {
    Value both = operand(3, {2, gates});
    for (int64_t which : {0, 1})
      driven =
          f("graph.add",
            {driven,
             importer.slice(both, SliceStep{{which, 0}, {1, gates}, {1, 1}})});
  }
  if (llvm::Error error = f.check())
    return std::move(error);
  state = initial(5);
  cell = initial(6);
  llvm::SmallVector<Value> states(sizes.steps);
  for (int64_t index = 0; index < sizes.steps; ++index) {
    int64_t time = backwards ? sizes.steps - 1 - index : index;
    Value now = importer.slice(
        driven,
        SliceStep{{time * sizes.batch, 0}, {sizes.batch, gates}, {1, 1}});
    llvm::Expected<Value> sum = importer.elementwise(
        "graph.add", now.type, {now, contract(state, weights)});
    if (!sum)
      return sum.takeError();
    if (llvm::Error error = step(*sum))
      return std::move(error);
    states[time] = state;
  }
  return states;
}

static llvm::Error checkLstm(NodeImporter &importer, Sizes &sizes) {
  for (auto [attribute, allowed] :
       {std::pair("layout", int64_t(0)), std::pair("input_forget", int64_t(0))})
    if (importer.integer(attribute, 0) != allowed)
      return importer.failAttribute(ErrorCode::E2002, attribute,
                                    "expects " + llvm::Twine(allowed));
  for (const char *attribute :
       {"activations", "activation_alpha", "activation_beta", "clip"})
    if (importer.node.find(attribute))
      return importer.failAttribute(ErrorCode::E2002, attribute,
                                    "is given, which Glia does not support");
  if (importer.has(4) || importer.has(7))
    return importer.fail(ErrorCode::E2002,
                         "has sequence lengths or peepholes, which Glia does "
                         "not support");
  const Value &x = importer.input(0), &weights = importer.input(1);
  if (x.type != ElementType::f32)
    return importer.fail(ErrorCode::E2001, "takes elements of type " +
                                               name(x.type) + ", expects f32");
  llvm::StringRef direction = importer.string("direction", "forward");
  if (direction != "forward" && direction != "reverse" &&
      direction != "bidirectional")
    return importer.failAttribute(ErrorCode::E1004, "direction",
                                  "is `" + escapeForMessage(direction) + "`");
  if (x.rank() != 3 || weights.rank() != 3)
    return importer.fail(ErrorCode::E1009, "expects operands of rank 3");
  sizes = {x.shape[0], x.shape[1], x.shape[2], weights.shape[1] / 4,
           direction == "bidirectional" ? 2 : 1};
  Shape expected[7];
  auto [steps, batch, inputs, hidden, directions] = sizes;
  expected[1] = {directions, 4 * hidden, inputs};
  expected[2] = {directions, 4 * hidden, hidden};
  expected[3] = {directions, 8 * hidden};
  expected[5] = expected[6] = {directions, batch, hidden};
  for (size_t index : {1, 2, 3, 5, 6})
    if (importer.has(index) && importer.input(index).shape != expected[index])
      return importer.fail(ErrorCode::E1009,
                           "operand " + llvm::Twine(index) + " has the shape " +
                               formatShape(importer.input(index).shape) +
                               ", expects " + formatShape(expected[index]));
  constexpr int64_t mostSteps = 4096;
  if (x.elements() == 0 || hidden == 0 || steps > mostSteps)
    return importer.fail(ErrorCode::E2002,
                         "has " + llvm::Twine(steps) + " steps of " +
                             llvm::Twine(batch * inputs) +
                             " elements, expects 1 to " +
                             llvm::Twine(mostSteps) + " of at least one");
  return llvm::Error::success();
}

/// Values of one shape beside each other along a new dimension.
static Value stack(NodeImporter &importer, llvm::ArrayRef<Value> values,
                   llvm::ArrayRef<int64_t> shape) {
  if (values.size() == 1)
    return importer.reshape(values.front(), shape);
  llvm::SmallVector<mlir::Value> parts;
  for (const Value &value : values)
    parts.push_back(importer.ssa(value));
  Shape flat = values.front().shape;
  flat[0] *= static_cast<int64_t>(values.size());
  return importer.reshape(
      importer.create<graph::ConcatOp>(values.front().type, flat, parts, 0),
      shape);
}

static llvm::Error importLSTM(NodeImporter &importer) {
  Sizes sizes;
  if (llvm::Error error = checkLstm(importer, sizes))
    return error;
  bool startsBackwards = importer.string("direction", "forward") == "reverse";
  llvm::SmallVector<Value> all(sizes.steps * sizes.directions), states, cells;
  for (int64_t direction = 0; direction < sizes.directions; ++direction) {
    Lstm lstm(importer, sizes, direction);
    llvm::Expected<llvm::SmallVector<Value>> hidden =
        lstm.run(startsBackwards || direction == 1);
    if (!hidden)
      return hidden.takeError();
    for (auto [time, each] : llvm::enumerate(*hidden))
      all[time * sizes.directions + direction] = each;
    states.push_back(lstm.state);
    cells.push_back(lstm.cell);
  }
  Shape last = {sizes.directions, sizes.batch, sizes.hidden}, whole = last;
  whole.insert(whole.begin(), sizes.steps);
  if (importer.wantsOutput(0))
    importer.setOutput(0, stack(importer, all, whole));
  if (importer.wantsOutput(1))
    importer.setOutput(1, stack(importer, states, last));
  if (importer.wantsOutput(2))
    importer.setOutput(2, stack(importer, cells, last));
  return llvm::Error::success();
}

llvm::ArrayRef<OperatorRow> recurrentOperators() {
  static constexpr OperatorRow rows[] = {
      {"LSTM", 7, importLSTM},
  };
  return rows;
}

} // namespace glia::onnx_import
