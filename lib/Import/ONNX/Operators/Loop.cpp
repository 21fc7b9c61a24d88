//===- Loop.cpp - Loop and Scan -------------------------------------------===//
//
// Unrolled: the body is imported once for each iteration. The number of them is
// known when compiling, or at least bounded: a Loop whose condition is of run
// time runs to its trip count, and what has ended keeps its values.
//
//===----------------------------------------------------------------------===//
#include "Registry.h"

namespace glia::onnx_import {

static constexpr int64_t mostIterations = 4096;

static llvm::Error tooLong(const NodeImporter &importer, int64_t count) {
  return importer.fail(ErrorCode::E2002, "has " + llvm::Twine(count) +
                                             " iterations, expects at most " +
                                             llvm::Twine(mostIterations));
}

/// The outputs of one iteration; none where something is unsupported.
using Iteration = llvm::Expected<std::optional<std::vector<Value>>>;

/// One value of each iteration beside the others along a new dimension.
static llvm::Expected<Value>
stackAlong(NodeImporter &importer, llvm::ArrayRef<Value> values, int64_t axis) {
  Shape single = values.front().shape, whole;
  if (axis < 0)
    axis += static_cast<int64_t>(single.size()) + 1;
  if (axis < 0 || axis > static_cast<int64_t>(single.size()))
    return importer.fail(ErrorCode::E1009,
                         "stacks outputs along an axis that is not theirs");
  single.insert(single.begin() + axis, 1);
  whole = single;
  whole[axis] = static_cast<int64_t>(values.size());
  llvm::SmallVector<mlir::Value> parts;
  for (const Value &value : values) {
    if (value.shape != values.front().shape ||
        value.type != values.front().type)
      return importer.fail(ErrorCode::E2002,
                           "stacks outputs whose shape changes from iteration "
                           "to iteration");
    parts.push_back(importer.ssa(importer.reshape(value, single)));
  }
  return importer.create<graph::ConcatOp>(values.front().type, whole, parts,
                                          axis);
}

//===----------------------------------------------------------------------===//
// Loop
//===----------------------------------------------------------------------===//

namespace {
class Loop {
public:
  explicit Loop(NodeImporter &importer)
      : importer(importer), body(*importer.node.find("body")->graph),
        f(importer) {}
  llvm::Error import();

private:
  llvm::Expected<std::optional<bool>> known(const Value &condition);
  llvm::Error check();
  llvm::Error iterate(int64_t number);
  llvm::Error finish();

  NodeImporter &importer;
  const Subgraph &body;
  Formula f;
  size_t carriedCount = 0;
  std::vector<Value> carried;
  std::vector<std::vector<Value>> scanned; // of each scan output
  std::optional<Value> running;            // of run time; none: it runs
  bool hasEnded = false, isUnsupported = false;
};
} // namespace

llvm::Expected<std::optional<bool>> Loop::known(const Value &condition) {
  if (condition.type != ElementType::boolean || condition.elements() != 1)
    return importer.fail(
        ErrorCode::E1009,
        "has a condition of " + llvm::Twine(condition.elements()) +
            " elements of " + name(condition.type) + ", expects one bool");
  llvm::Expected<std::optional<double>> number =
      importer.knownNumber(condition);
  if (!number)
    return number.takeError();
  if (!*number)
    return std::optional<bool>();
  return std::optional(**number != 0);
}

llvm::Error Loop::check() {
  size_t inputs = std::max<size_t>(importer.inputs(), 2);
  carriedCount = inputs - 2;
  if (body.inputs.size() != inputs || body.outputs.size() < 1 + carriedCount ||
      body.outputs.size() - 1 != importer.node.outputs.size())
    return importer.failAttribute(
        ErrorCode::E1003, "body",
        "has " + llvm::Twine(body.inputs.size()) + " inputs and " +
            llvm::Twine(body.outputs.size()) + " outputs, expects " +
            llvm::Twine(inputs) + " and " +
            llvm::Twine(1 + importer.node.outputs.size()));
  for (size_t index = 2; index < inputs; ++index)
    carried.push_back(importer.input(index));
  scanned.resize(body.outputs.size() - 1 - carriedCount);
  return llvm::Error::success();
}

llvm::Error Loop::iterate(int64_t number) {
  std::vector<Value> inputs = {
      importer.constantIntegers(ElementType::i64, {}, number),
      running ? *running
              : importer.constantIntegers(ElementType::boolean, {}, 1)};
  inputs.insert(inputs.end(), carried.begin(), carried.end());
  Iteration outputs = importer.state.importSubgraph(body, inputs);
  if (!outputs)
    return outputs.takeError();
  if (!*outputs) {
    isUnsupported = true;
    return llvm::Error::success();
  }
  for (size_t index = 0; index < carriedCount; ++index) {
    const Value &next = (**outputs)[1 + index];
    if (running && (next.type != carried[index].type ||
                    next.shape != carried[index].shape))
      return importer.fail(ErrorCode::E2002,
                           "carries a value whose shape changes under a "
                           "condition of run time");
    carried[index] = running ? f.select(*running, next, carried[index]) : next;
  }
  for (auto [index, values] : llvm::enumerate(scanned))
    values.push_back((**outputs)[1 + carriedCount + index]);
  const Value &condition = (**outputs)[0];
  llvm::Expected<std::optional<bool>> goesOn = known(condition);
  if (!goesOn)
    return goesOn.takeError();
  hasEnded = *goesOn && !**goesOn;
  if (!*goesOn) {
    Value now = importer.reshape(condition, {});
    running = running ? f("graph.logical_and", {*running, now}) : now;
  }
  return f.check();
}

llvm::Error Loop::finish() {
  for (auto [index, value] : llvm::enumerate(carried))
    importer.setOutput(index, value);
  for (auto [index, values] : llvm::enumerate(scanned)) {
    if (!importer.wantsOutput(carriedCount + index))
      continue;
    if (values.empty() || running)
      return importer.fail(ErrorCode::E2002,
                           "stacks outputs of a number of iterations that is "
                           "not known, or zero");
    llvm::Expected<Value> stacked = stackAlong(importer, values, 0);
    if (!stacked)
      return stacked.takeError();
    importer.setOutput(carriedCount + index, *stacked);
  }
  return llvm::Error::success();
}

llvm::Error Loop::import() {
  if (llvm::Error error = check())
    return error;
  int64_t count = mostIterations + 1;
  if (importer.has(0)) {
    llvm::Expected<Shape> trips = importer.knownIntegers(0);
    if (!trips)
      return trips.takeError();
    if (trips->size() != 1)
      return importer.fail(ErrorCode::E1009, "expects one trip count");
    count = trips->front();
  }
  if (importer.has(1)) {
    Value condition = importer.input(1);
    llvm::Expected<std::optional<bool>> starts = known(condition);
    if (!starts)
      return starts.takeError();
    hasEnded = *starts && !**starts;
    if (!*starts)
      running = importer.reshape(condition, {});
  }
  for (int64_t number = 0; number < count && !hasEnded && !isUnsupported;
       ++number) {
    if (number == mostIterations)
      return tooLong(importer, count);
    if (running && count > mostIterations)
      return importer.fail(ErrorCode::E2002,
                           "ends by a condition of run time and has no trip "
                           "count that is known and at most " +
                               llvm::Twine(mostIterations));
    if (llvm::Error error = iterate(number))
      return error;
  }
  return isUnsupported ? llvm::Error::success() : finish();
}

static llvm::Error importLoop(NodeImporter &importer) {
  return Loop(importer).import();
}

//===----------------------------------------------------------------------===//
// Scan
//===----------------------------------------------------------------------===//

namespace {
struct ScanPlan {
  size_t states, scans;
  int64_t length = 0;
  Shape inputAxes = {}, inputDirections = {}, outputAxes = {},
        outputDirections = {};
};
} // namespace

static llvm::Expected<ScanPlan> planScan(NodeImporter &importer,
                                         const Subgraph &body) {
  int64_t scans = importer.integer("num_scan_inputs", 0);
  if (scans < 1 || scans > static_cast<int64_t>(importer.inputs()) ||
      body.inputs.size() != importer.inputs() ||
      body.outputs.size() != importer.node.outputs.size() ||
      body.outputs.size() + scans < importer.inputs())
    return importer.failAttribute(ErrorCode::E1003, "body",
                                  "does not fit the node's inputs, outputs and "
                                  "num_scan_inputs");
  ScanPlan plan{importer.inputs() - scans, static_cast<size_t>(scans)};
  size_t outputs = body.outputs.size() - plan.states;
  for (auto [name, list, count] :
       {std::tuple("scan_input_axes", &plan.inputAxes, plan.scans),
        std::tuple("scan_input_directions", &plan.inputDirections, plan.scans),
        std::tuple("scan_output_axes", &plan.outputAxes, outputs),
        std::tuple("scan_output_directions", &plan.outputDirections,
                   outputs)}) {
    *list = importer.integers(name).value_or(Shape(count, 0));
    if (list->size() != count)
      return importer.failAttribute(
          ErrorCode::E1004, name, "expects " + llvm::Twine(count) + " numbers");
  }
  for (size_t index = 0; index < plan.scans; ++index) {
    const Value &value = importer.input(plan.states + index);
    llvm::Expected<int64_t> axis =
        importer.axis(plan.inputAxes[index], value.rank());
    if (!axis)
      return axis.takeError();
    plan.inputAxes[index] = *axis;
    if (index == 0)
      plan.length = value.shape[*axis];
    if (value.shape[*axis] != plan.length)
      return importer.fail(ErrorCode::E1009,
                           "scans " + llvm::Twine(plan.length) + " and " +
                               llvm::Twine(value.shape[*axis]) + " elements");
  }
  if (plan.length < 1)
    return importer.fail(ErrorCode::E2002, "scans an empty input");
  if (plan.length > mostIterations)
    return tooLong(importer, plan.length);
  return plan;
}

/// Element `index` along an axis, which goes.
static Value elementAt(NodeImporter &importer, const Value &value, int64_t axis,
                       int64_t index) {
  SliceStep one{Shape(value.shape.size(), 0), value.shape,
                Shape(value.shape.size(), 1)};
  one.starts[axis] = index;
  one.sizes[axis] = 1;
  Shape without = value.shape;
  without.erase(without.begin() + axis);
  return importer.reshape(importer.slice(value, one), without);
}

static llvm::Error importScan(NodeImporter &importer) {
  const Subgraph &body = *importer.node.find("body")->graph;
  llvm::Expected<ScanPlan> plan = planScan(importer, body);
  if (!plan)
    return plan.takeError();
  std::vector<Value> states, inputs;
  for (size_t index = 0; index < importer.inputs(); ++index)
    (index < plan->states ? states : inputs).push_back(importer.input(index));
  std::vector<std::vector<Value>> scanned(body.outputs.size() - plan->states);
  for (int64_t step = 0; step < plan->length; ++step) {
    std::vector<Value> given = states;
    for (auto [index, value] : llvm::enumerate(inputs))
      given.push_back(elementAt(
          importer, value, plan->inputAxes[index],
          plan->inputDirections[index] ? plan->length - 1 - step : step));
    Iteration outputs = importer.state.importSubgraph(body, given);
    if (!outputs)
      return outputs.takeError();
    if (!*outputs)
      return llvm::Error::success(); // what is unsupported in it is noted
    for (auto [index, value] : llvm::enumerate(**outputs))
      if (index < plan->states)
        states[index] = value;
      else
        scanned[index - plan->states].push_back(value);
  }
  for (auto [index, value] : llvm::enumerate(states))
    importer.setOutput(index, value);
  for (auto [index, values] : llvm::enumerate(scanned)) {
    if (plan->outputDirections[index])
      std::reverse(values.begin(), values.end());
    llvm::Expected<Value> stacked =
        stackAlong(importer, values, plan->outputAxes[index]);
    if (!stacked)
      return stacked.takeError();
    importer.setOutput(plan->states + index, *stacked);
  }
  return llvm::Error::success();
}

llvm::ArrayRef<OperatorRow> loopOperators() {
  // Before opset 9 a Scan has a batch dimension of its own.
  static constexpr OperatorRow rows[] = {
      {"Loop", 1, importLoop},
      {"Scan", 9, importScan},
  };
  return rows;
}

} // namespace glia::onnx_import
