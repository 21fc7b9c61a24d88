//===- Recurrent.cpp - RNN, GRU and LSTM ----------------------------------===//
//
// Unrolled over the time steps, which are known. The operand's part of all
// gates is one product for all steps; the state's part is one product a step
// (two in a GRU that resets the state before its product).
//
//===----------------------------------------------------------------------===//
#include "RecurrentActivation.h"
#include "Registry.h"

namespace glia::onnx_import {

namespace {
struct CellKind {
  llvm::StringLiteral name;
  int64_t gates;
  llvm::SmallVector<llvm::StringLiteral, 3> functions; // defaults
  size_t operands;                                     // X, W, R, B, ...
};

/// A node's sizes and options; the names are ONNX's.
struct Layer {
  const CellKind *kind;
  int64_t steps, batch, inputs, hidden, directions;
  bool isBatchFirst = false; // layout 1
  bool inputForget = false, linearBeforeReset = false;
  std::optional<float> clip;
  Value x; // [steps, batch, inputs]
  /// [batch, 1] of i32, where a sequence may be shorter than `steps`.
  std::optional<Value> lengths;

  bool isLstm() const { return kind->name == "LSTM"; }
  bool isGru() const { return kind->name == "GRU"; }
};

/// One direction of a layer.
class Recurrence {
public:
  Recurrence(NodeImporter &importer, const Layer &layer, int64_t direction,
             llvm::ArrayRef<RecurrentActivation> functions)
      : importer(importer), layer(layer), direction(direction),
        functions(functions), f(importer) {}

  /// Hidden states, [steps][batch, hidden], in the order of time.
  llvm::Expected<llvm::SmallVector<Value>> run(bool backwards);
  Value cell, state; // after the last step

private:
  Value operand(size_t index, llvm::ArrayRef<int64_t> shape);
  Value contract(const Value &left, const Value &right);
  Value initial(size_t index);
  Value rows(const Value &value, int64_t gate, int64_t gates = 1);
  Value columns(const Value &value, int64_t gate, int64_t gates = 1);
  Value activate(size_t function, const Value &sum);
  Value driveGates();
  Value stepRnn(const Value &driven);
  Value stepGru(const Value &driven);
  Value stepLstm(const Value &driven);
  Value step(const Value &driven);

  NodeImporter &importer;
  const Layer &layer;
  int64_t direction;
  llvm::ArrayRef<RecurrentActivation> functions;
  Formula f;
  Value weights;                      // of the state: [gates * hidden, hidden]
  std::optional<Value> recurrentBias; // [1, gates * hidden]
  std::optional<Value> peepholes;     // [1, 3 * hidden]
};
} // namespace

/// This direction of an operand, without the dimension that counts them.
Value Recurrence::operand(size_t index, llvm::ArrayRef<int64_t> shape) {
  const Value &all = importer.input(index);
  SliceStep one{Shape(all.shape.size(), 0), all.shape,
                Shape(all.shape.size(), 1)};
  one.starts[0] = direction;
  one.sizes[0] = 1;
  return importer.reshape(importer.slice(all, one), shape);
}

/// left [M, K] times right [N, K] turned.
Value Recurrence::contract(const Value &left, const Value &right) {
  constexpr int64_t kCut = 128;
  return importer.create<graph::ContractOp>(
      left.type, {left.shape[0], right.shape[0]}, importer.ssa(left),
      importer.ssa(right), /*transpose_lhs=*/false, /*transpose_rhs=*/true,
      kCut);
}

Value Recurrence::initial(size_t index) {
  Shape shape = {layer.batch, layer.hidden};
  if (!importer.has(index))
    return importer.broadcast(importer.constantFloat(0), shape);
  if (!layer.isBatchFirst)
    return operand(index, shape);
  return importer.reshape(
      importer.slice(importer.input(index),
                     SliceStep{{0, direction, 0},
                               {layer.batch, 1, layer.hidden},
                               {1, 1, 1}}),
      shape);
}

Value Recurrence::rows(const Value &value, int64_t gate, int64_t gates) {
  return importer.slice(value,
                        SliceStep{{gate * layer.hidden, 0},
                                  {gates * layer.hidden, value.shape[1]},
                                  {1, 1}});
}

Value Recurrence::columns(const Value &value, int64_t gate, int64_t gates) {
  return importer.slice(value,
                        SliceStep{{0, gate * layer.hidden},
                                  {value.shape[0], gates * layer.hidden},
                                  {1, 1}});
}

Value Recurrence::activate(size_t function, const Value &sum) {
  Value x = sum;
  if (layer.clip)
    x = f("graph.max", {f("graph.min", {x, importer.constantFloat(*layer.clip)}),
                        importer.constantFloat(-*layer.clip)});
  return applyActivation(importer, f, functions[function], x);
}

/// The operand's part of all gates and steps, with what can be added to it
/// before the steps: [steps * batch, gates * hidden].
Value Recurrence::driveGates() {
  int64_t gates = layer.kind->gates * layer.hidden;
  Value driven = contract(
      importer.reshape(layer.x, {layer.steps * layer.batch, layer.inputs}),
      operand(1, {gates, layer.inputs}));
  if (!importer.has(3))
    return driven;
  Value both = operand(3, {2, gates});
  auto bias = [&](int64_t which) {
    return importer.slice(both, SliceStep{{which, 0}, {1, gates}, {1, 1}});
  };
  driven = f("graph.add", {driven, bias(0)});
  if (layer.isGru() && layer.linearBeforeReset)
    recurrentBias = bias(1);
  else
    driven = f("graph.add", {driven, bias(1)});
  return driven;
}

Value Recurrence::stepRnn(const Value &driven) {
  return activate(0, f("graph.add", {driven, contract(state, weights)}));
}

/// Gates in ONNX's order: update, reset, hidden.
Value Recurrence::stepGru(const Value &driven) {
  Value gates = f("graph.add", {columns(driven, 0, 2),
                                contract(state, rows(weights, 0, 2))});
  if (recurrentBias)
    gates = f("graph.add", {gates, columns(*recurrentBias, 0, 2)});
  Value update = activate(0, columns(gates, 0)),
        reset = activate(0, columns(gates, 1)), fresh = columns(driven, 2),
        hiddenWeights = rows(weights, 2), from;
  if (layer.linearBeforeReset) {
    from = contract(state, hiddenWeights);
    if (recurrentBias)
      from = f("graph.add", {from, columns(*recurrentBias, 2)});
    from = f("graph.mul", {reset, from});
  } else {
    from = contract(f("graph.mul", {reset, state}), hiddenWeights);
  }
  fresh = activate(1, f("graph.add", {fresh, from}));
  Value kept = f("graph.sub", {importer.constantFloat(1), update});
  return f("graph.add",
           {f("graph.mul", {kept, fresh}), f("graph.mul", {update, state})});
}

/// Gates in ONNX's order: input, output, forget, cell. Sets the cell.
Value Recurrence::stepLstm(const Value &driven) {
  Value gates = f("graph.add", {driven, contract(state, weights)});
  auto gate = [&](int64_t which, size_t function, const Value &seen) {
    Value sum = columns(gates, which);
    if (peepholes && which < 3)
      sum = f("graph.add",
              {sum, f("graph.mul", {columns(*peepholes, which), seen})});
    return activate(function, sum);
  };
  Value in = gate(0, 0, cell);
  Value forget = layer.inputForget
                     ? f("graph.sub", {importer.constantFloat(1), in})
                     : gate(2, 0, cell);
  Value fresh = gate(3, 1, cell);
  cell = f("graph.add",
           {f("graph.mul", {forget, cell}), f("graph.mul", {in, fresh})});
  Value out = gate(1, 0, cell);
  return f("graph.mul",
           {out, applyActivation(importer, f, functions[2], cell)});
}

Value Recurrence::step(const Value &driven) {
  return layer.isLstm()  ? stepLstm(driven)
         : layer.isGru() ? stepGru(driven)
                         : stepRnn(driven);
}

llvm::Expected<llvm::SmallVector<Value>> Recurrence::run(bool backwards) {
  int64_t gates = layer.kind->gates * layer.hidden;
  Value driven = driveGates();
  weights = operand(2, {gates, layer.hidden});
  if (importer.has(7))
    peepholes = operand(7, {1, 3 * layer.hidden});
  state = initial(5);
  if (layer.isLstm())
    cell = initial(6);
  llvm::SmallVector<Value> states(layer.steps);
  for (int64_t index = 0; index < layer.steps; ++index) {
    int64_t time = backwards ? layer.steps - 1 - index : index;
    Value before = state, cellBefore = cell;
    Value now = importer.slice(driven, SliceStep{{time * layer.batch, 0},
                                                 {layer.batch, gates},
                                                 {1, 1}});
    states[time] = state = step(now);
    if (!layer.lengths)
      continue;
    // Behind its end a sequence keeps its state and gives zeros.
    Value running = f.compare(
        "graph.less", {importer.constantNumber(ElementType::i32, time),
                       *layer.lengths});
    states[time] = f.select(running, state, importer.constantFloat(0));
    state = f.select(running, state, before);
    if (layer.isLstm())
      cell = f.select(running, cell, cellBefore);
  }
  if (llvm::Error error = f.check())
    return std::move(error);
  return states;
}

static llvm::Error checkShapes(NodeImporter &importer, const Layer &layer) {
  int64_t gates = layer.kind->gates * layer.hidden;
  Shape expected[8], state = {layer.directions, layer.batch, layer.hidden};
  if (layer.isBatchFirst)
    std::swap(state[0], state[1]);
  expected[1] = {layer.directions, gates, layer.inputs};
  expected[2] = {layer.directions, gates, layer.hidden};
  expected[3] = {layer.directions, 2 * gates};
  expected[4] = {layer.batch};
  expected[5] = expected[6] = state;
  expected[7] = {layer.directions, 3 * layer.hidden};
  for (size_t index = 1; index < layer.kind->operands; ++index)
    if (importer.has(index) && importer.input(index).shape != expected[index])
      return importer.fail(ErrorCode::E1009,
                           "operand " + llvm::Twine(index) + " has the shape " +
                               formatShape(importer.input(index).shape) +
                               ", expects " + formatShape(expected[index]));
  constexpr int64_t mostSteps = 4096;
  if (layer.x.elements() == 0 || layer.hidden == 0 || layer.steps > mostSteps)
    return importer.fail(ErrorCode::E2002,
                         "has " + llvm::Twine(layer.steps) + " steps of " +
                             llvm::Twine(layer.batch * layer.inputs) +
                             " elements, expects 1 to " +
                             llvm::Twine(mostSteps) + " of at least one");
  return llvm::Error::success();
}

/// Lengths that are known and all whole mask nothing.
static llvm::Error readLengths(NodeImporter &importer, Layer &layer) {
  if (!importer.has(4))
    return llvm::Error::success();
  const Value &lengths = importer.input(4);
  if (lengths.constant) {
    llvm::Expected<Shape> known = importer.knownIntegers(4);
    if (!known)
      return known.takeError();
    for (int64_t length : *known)
      if (length < 0 || length > layer.steps)
        return importer.fail(ErrorCode::E1009,
                             "has a sequence of length " + llvm::Twine(length) +
                                 ", expects at most " +
                                 llvm::Twine(layer.steps));
    if (llvm::all_of(*known,
                     [&](int64_t length) { return length == layer.steps; }))
      return llvm::Error::success();
  }
  layer.lengths = importer.reshape(lengths, {layer.batch, 1});
  return llvm::Error::success();
}

static llvm::Expected<Layer> readLayer(NodeImporter &importer,
                                       const CellKind &kind) {
  const Value &x = importer.input(0), &weights = importer.input(1);
  if (x.type != ElementType::f32)
    return importer.fail(ErrorCode::E2001, "takes elements of type " +
                                               name(x.type) + ", expects f32");
  llvm::StringRef direction = importer.string("direction", "forward");
  if (direction != "forward" && direction != "reverse" &&
      direction != "bidirectional")
    return importer.failAttribute(ErrorCode::E1004, "direction",
                                  "is `" + escapeForMessage(direction) + "`");
  int64_t layout = importer.integer("layout", 0);
  if (layout != 0 && layout != 1)
    return importer.failAttribute(ErrorCode::E1004, "layout",
                                  "expects 0 or 1, got " + llvm::Twine(layout));
  if (x.rank() != 3 || weights.rank() != 3)
    return importer.fail(ErrorCode::E1009, "expects operands of rank 3");
  Layer layer;
  layer.kind = &kind;
  layer.isBatchFirst = layout == 1;
  layer.x = layer.isBatchFirst ? importer.transpose(x, {1, 0, 2}) : x;
  layer.steps = layer.x.shape[0];
  layer.batch = layer.x.shape[1];
  layer.inputs = layer.x.shape[2];
  layer.hidden = weights.shape[1] / kind.gates;
  layer.directions = direction == "bidirectional" ? 2 : 1;
  layer.inputForget = importer.integer("input_forget", 0) != 0;
  layer.linearBeforeReset = importer.integer("linear_before_reset", 0) != 0;
  if (importer.node.find("clip"))
    layer.clip = importer.number("clip", 0);
  if (layer.clip && !(*layer.clip > 0))
    return importer.failAttribute(ErrorCode::E1004, "clip",
                                  "expects a positive number");
  if (llvm::Error error = checkShapes(importer, layer))
    return std::move(error);
  if (llvm::Error error = readLengths(importer, layer))
    return std::move(error);
  return layer;
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

static llvm::Error importRecurrent(NodeImporter &importer) {
  static const CellKind kinds[] = {
      {"RNN", 1, {"Tanh"}, 6},
      {"GRU", 3, {"Sigmoid", "Tanh"}, 6},
      {"LSTM", 4, {"Sigmoid", "Tanh", "Tanh"}, 8},
  };
  const CellKind &kind = *llvm::find_if(kinds, [&](const CellKind &each) {
    return each.name == importer.node.opType;
  });
  llvm::Expected<Layer> layer = readLayer(importer, kind);
  if (!layer)
    return layer.takeError();
  auto functions = readRecurrentActivations(importer, kind.functions,
                                            layer->directions);
  if (!functions)
    return functions.takeError();
  // Steps stand beside each other: each takes this much memory here.
  constexpr uint64_t stepBytes = 2048;
  if (llvm::Error error =
          importer.charge(layer->steps * layer->directions * stepBytes))
    return error;
  bool startsBackwards = importer.string("direction", "forward") == "reverse";
  llvm::SmallVector<Value> all(layer->steps * layer->directions), states, cells;
  for (int64_t direction = 0; direction < layer->directions; ++direction) {
    size_t count = kind.functions.size();
    Recurrence recurrence(
        importer, *layer, direction,
        llvm::ArrayRef(*functions).slice(direction * count, count));
    llvm::Expected<llvm::SmallVector<Value>> hidden =
        recurrence.run(startsBackwards || direction == 1);
    if (!hidden)
      return hidden.takeError();
    for (auto [time, each] : llvm::enumerate(*hidden))
      all[time * layer->directions + direction] = each;
    states.push_back(recurrence.state);
    cells.push_back(recurrence.cell);
  }
  Shape last = {layer->directions, layer->batch, layer->hidden}, whole = last;
  whole.insert(whole.begin(), layer->steps);
  auto set = [&](size_t output, llvm::ArrayRef<Value> values,
                 llvm::ArrayRef<int64_t> shape,
                 llvm::ArrayRef<int64_t> batchFirst) {
    if (!importer.wantsOutput(output))
      return;
    Value value = stack(importer, values, shape);
    importer.setOutput(output, layer->isBatchFirst
                                   ? importer.transpose(value, batchFirst)
                                   : value);
  };
  set(0, all, whole, {2, 0, 1, 3});
  set(1, states, last, {1, 0, 2});
  if (layer->isLstm())
    set(2, cells, last, {1, 0, 2});
  return llvm::Error::success();
}

llvm::ArrayRef<OperatorRow> recurrentOperators() {
  static constexpr OperatorRow rows[] = {
      {"GRU", 7, importRecurrent},
      {"LSTM", 7, importRecurrent},
      {"RNN", 7, importRecurrent},
  };
  return rows;
}

} // namespace glia::onnx_import
