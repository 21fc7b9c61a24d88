//===- Bisect.cpp - The first phase and node at which bits change ---------===//
//
// Down to `fused` the IR is evaluated on the host, whose bits are the
// machine's by contract. From `tiled` on, the fused IR gets every fusion's
// results as extra outputs (by contract that changes no bits), is lowered to
// the phase in question as asked and from there on in the straight form (-O0),
// and the machine's values are compared with the host's.
//
//===----------------------------------------------------------------------===//
#include "Bisect.h"
#include "Compare.h"
#include "dialects/Graph/GraphOps.h"
#include "dialects/Graph/NodeLocation.h"
#include "glia/Compiler/Evaluator.h"
#include "glia/Support/Error.h"
#include "glia/Support/Numerics.h"
#include "llvm/ADT/MapVector.h"
#include <cmath>
#include <map>

using namespace glia;
using namespace mlir;

namespace {

/// "name (path)", or the path alone.
std::string nodeText(Location location) {
  std::optional<graph::NodeReference> node = graph::parseNodeLocation(location);
  if (!node)
    return "";
  if (node->name.empty())
    return node->path.str();
  return (node->name + " (" + node->path + ")").str();
}

/// A value of the program: which node's op makes it, and its bits.
struct Trace {
  struct Value {
    Tensor tensor;
    std::string node;
    double largestTerm = 0; // of what the op adds up; 0: it adds nothing up
  };
  /// By node, op and result number, in program order.
  llvm::MapVector<std::string, Value, std::map<std::string, unsigned>> values;
  NamedTensors outputs;
};

class Bisection {
public:
  Bisection(StringRef model, const CompileOptions &compile,
            const NamedTensors &inputs, const NamedTensors &outputs,
            StringRef failed, const MachineOptions &machine)
      : model(model), compile(compile), inputs(inputs), outputs(outputs),
        failed(failed), machine(machine), session(compile) {}

  llvm::Expected<std::optional<FirstDifference>> find();

private:
  llvm::Expected<Trace> evaluatePhase();
  llvm::Expected<std::optional<FirstDifference>> searchHost();
  llvm::Expected<std::optional<FirstDifference>> searchMachine();
  llvm::Expected<std::optional<FirstDifference>> searchImport();
  llvm::Expected<NamedTensors> runFrom(ModuleOp fused, Phase phase);

  StringRef model;
  const CompileOptions &compile;
  const NamedTensors &inputs, &outputs;
  StringRef failed;
  std::string failedNode;
  const MachineOptions &machine;
  Session session;
  int64_t length = 1; // of the tolerance
  Trace first;        // phase graph; where casts round, phase cast
  Trace last;         // phase fused: the fusions' results, by extra output name
};

} // namespace

static func::FuncOp mainOf(ModuleOp module) {
  return module.lookupSymbol<func::FuncOp>("main");
}

/// Of the finite elements of a float tensor; 0 of any other.
static double largestOf(const Tensor &tensor) {
  double largest = 0;
  if (!isFloat(tensor.type))
    return 0;
  size_t count = 1;
  for (int64_t extent : tensor.shape)
    count *= extent;
  std::vector<float> values(count);
  numerics::convert(tensor.type, tensor.bytes.data(), ElementType::f32,
                    values.data(), count);
  for (float value : values)
    if (std::isfinite(value))
      largest = std::max(largest, std::fabs(double(value)));
  return largest;
}

/// Size of the largest term that an op adds up. Only for ops whose result can
/// cancel: sums and differences of their operands' elements.
static double largestTerm(Operation *op,
                          const llvm::DenseMap<Value, double> &largest) {
  if (!llvm::isa<graph::AddOp, graph::SubOp, graph::ReduceOp>(op))
    return 0;
  double term = 0;
  for (Value operand : op->getOperands())
    term = std::max(term, largest.lookup(operand));
  return term;
}

llvm::Expected<Trace> Bisection::evaluatePhase() {
  Trace trace;
  llvm::DenseMap<Value, double> largest; // absolute value, of each value
  auto seen = [&](Operation *op, unsigned result, const Tensor &tensor) {
    if (llvm::isa<graph::FusionOp>(op))
      return;
    largest[op->getResult(result)] = largestOf(tensor);
    std::string node = nodeText(op->getLoc());
    std::string key = node + ' ' + op->getName().getStringRef().str() + '.' +
                      std::to_string(result);
    // One node may become several ops of one name: count them.
    unsigned copy = 0;
    while (!trace.values
                .insert({key + '#' + std::to_string(copy),
                         {tensor, node, largestTerm(op, largest)}})
                .second)
      ++copy;
  };
  llvm::Expected<NamedTensors> outputs =
      evaluate(mainOf(session.module()), session.constants(), inputs, seen);
  if (!outputs)
    return outputs.takeError();
  trace.outputs = std::move(*outputs);
  return trace;
}

/// The node whose op makes the output; the output's name where none does.
static std::string nodeOfOutput(func::FuncOp main, StringRef output) {
  auto returnOp = cast<func::ReturnOp>(main.getBody().front().getTerminator());
  for (auto [index, value] : llvm::enumerate(returnOp.getOperands())) {
    auto name =
        main.getResultAttrOfType<StringAttr>(index, graph::nameAttribute);
    if (!name || name.getValue() != output || !value.getDefiningOp())
      continue;
    std::string node = nodeText(value.getLoc());
    if (!node.empty())
      return node;
  }
  return output.str();
}

llvm::Expected<std::optional<FirstDifference>> Bisection::searchHost() {
  length = longestSumPath(mainOf(session.module()));
  if (!failed.empty())
    failedNode = nodeOfOutput(mainOf(session.module()), failed);
  llvm::Expected<Trace> graph = evaluatePhase();
  if (!graph)
    return graph.takeError();
  first = std::move(*graph);
  for (Phase phase : {Phase::sharded, Phase::cast, Phase::fused}) {
    if (llvm::Error error = session.lowerTo(phase))
      return std::move(error);
    llvm::Expected<Trace> now = evaluatePhase();
    if (!now)
      return now.takeError();
    if (now->outputs == first.outputs)
      continue;
    if (phase == Phase::cast && unitRoundoff(compile) > std::ldexp(1.0, -24)) {
      first = std::move(*now); // it rounds: the bits are those from here on
      continue;
    }
    for (auto &[key, value] : now->values)
      if (auto before = first.values.find(key);
          before != first.values.end() &&
          before->second.tensor.bytes != value.tensor.bytes)
        return FirstDifference{name(phase).str(), value.node};
    return FirstDifference{name(phase).str(), ""};
  }
  return std::nullopt;
}

/// Returns every fusion's results beside what @main returns already. The
/// extra ones are called "#0", "#1", ... in program order.
static void addExtraOutputs(
    func::FuncOp main,
    llvm::function_ref<void(StringRef, graph::FusionOp, unsigned)> added) {
  auto returnOp = cast<func::ReturnOp>(main.getBody().front().getTerminator());
  SmallVector<Type> results(main.getFunctionType().getResults());
  unsigned number = 0;
  for (auto fusion : main.getBody().front().getOps<graph::FusionOp>())
    for (OpResult result : fusion.getResults()) {
      std::string name = "#" + std::to_string(number++);
      returnOp->insertOperands(returnOp->getNumOperands(), result);
      results.push_back(result.getType());
      (void)main.insertResult(
          results.size() - 1, result.getType(),
          DictionaryAttr::get(
              main.getContext(),
              {NamedAttribute(
                  StringAttr::get(main.getContext(), graph::nameAttribute),
                  StringAttr::get(main.getContext(), name))}));
      added(name, fusion, result.getResultNumber());
    }
}

llvm::Expected<NamedTensors> Bisection::runFrom(ModuleOp fused, Phase phase) {
  session.replaceModule(OwningOpRef<ModuleOp>(fused.clone()), Phase::fused,
                        compile.optimisation);
  if (llvm::Error error = session.lowerTo(phase))
    return std::move(error);
  session.setOptimisation(0);
  llvm::Expected<std::unique_ptr<Machine>> loaded =
      loadMachine(session, machine);
  if (!loaded)
    return loaded.takeError();
  return runOnce(**loaded, inputs);
}

llvm::Expected<std::optional<FirstDifference>> Bisection::searchMachine() {
  OwningOpRef<ModuleOp> fused(session.module().clone());
  std::vector<std::pair<std::string, std::string>> extra; // output, node
  addExtraOutputs(
      mainOf(*fused), [&](StringRef name, graph::FusionOp fusion, unsigned) {
        Operation *root = fusion.getRoot();
        extra.emplace_back(name.str(),
                           nodeText(root ? root->getLoc() : fusion.getLoc()));
      });
  llvm::Expected<NamedTensors> want =
      evaluate(mainOf(*fused), session.constants(), inputs);
  if (!want)
    return want.takeError();
  for (Phase phase : {Phase::tiled, Phase::scheduled, Phase::allocated,
                      Phase::synchronised, Phase::isa}) {
    llvm::Expected<NamedTensors> got = runFrom(*fused, phase);
    if (!got)
      return got.takeError();
    for (auto &[output, node] : extra) {
      const Tensor *machine = ::find(*got, output),
                   *host = ::find(*want, output);
      if (!machine || !host || machine->bytes != host->bytes)
        return FirstDifference{name(phase).str(), node};
    }
  }
  return std::nullopt;
}

llvm::Expected<std::optional<FirstDifference>> Bisection::searchImport() {
  NamedTensors all = inputs;
  llvm::append_range(all, session.import().boundInputs);
  llvm::Expected<OracleAnswer> answer =
      askOracle(model, all, /*everyNode=*/true);
  if (!answer)
    return answer.takeError();
  bool machineEqualsHost = llvm::all_of(outputs, [&](const auto &output) {
    const Tensor *host = ::find(first.outputs, output.first);
    return host && *host == output.second;
  });
  // The last op of a node makes the node's output.
  llvm::MapVector<std::string, const Trace::Value *,
                  std::map<std::string, unsigned>>
      byNode;
  for (auto &[key, value] : first.values)
    byNode[value.node] = &value;
  for (auto &[node, value] : byNode) {
    const Tensor *known = ::find(answer->nodes, pathOfNode(node));
    if (!known)
      continue;
    Tensor want = *known;
    adoptType(want, value->tensor.type);
    if (want.type != value->tensor.type || want.shape != value->tensor.shape)
      continue;
    llvm::Expected<OutputComparison> compared =
        compareOutput(node, value->tensor, want, length, unitRoundoff(compile));
    if (!compared)
      return compared.takeError();
    if (compared->ok)
      continue;
    FirstDifference difference{"import", node, machineEqualsHost};
    // The same tolerance, of the terms instead of their sum.
    if (compared->maxAbsoluteError <= 8 * unitRoundoff(compile) *
                                          std::sqrt(double(length)) *
                                          value->largestTerm)
      difference.largestTerm = value->largestTerm;
    return difference;
  }
  // What no node shows (those inside functions are not asked) is still wrong.
  if (!failed.empty())
    return FirstDifference{"import", failedNode, machineEqualsHost};
  return std::nullopt;
}

llvm::Expected<std::optional<FirstDifference>> Bisection::find() {
  if (llvm::Error error = session.importModel(model))
    return std::move(error);
  llvm::Expected<std::optional<FirstDifference>> difference = searchHost();
  if (!difference || *difference)
    return difference;
  difference = searchMachine();
  if (!difference || *difference)
    return difference;
  return searchImport();
}

llvm::Expected<std::optional<FirstDifference>>
glia::bisect(StringRef model, const CompileOptions &compile,
             const NamedTensors &inputs, const NamedTensors &outputs,
             StringRef failed, const MachineOptions &machine) {
  return Bisection(model, compile, inputs, outputs, failed, machine).find();
}
