//===- Verify.cpp - Comparing the machine with a reference ----------------===//
//
// Compile to memory, run, ask the oracle, compare; on a mismatch, bisect.
//
//===----------------------------------------------------------------------===//
#include "glia/Compiler/Verify.h"
#include "Bisect.h"
#include "Compare.h"
#include "NodeReproducer.h"
#include "Oracle.h"
#include "glia/Support/Error.h"
#include "glia/Support/Npz.h"
#include "llvm/Support/JSON.h"
#include <cmath>

using namespace glia;
using namespace mlir;

llvm::Expected<std::unique_ptr<Machine>>
glia::loadMachine(Session &session, const MachineOptions &options) {
  llvm::Expected<std::vector<uint8_t>> bytes = session.writeObjectToMemory();
  if (!bytes)
    return bytes.takeError();
  LoadOptions load;
  load.maxDeviceMemory = options.maxDeviceMemory;
  llvm::Expected<std::unique_ptr<Object>> object =
      Object::fromMemory(std::move(*bytes), load);
  if (!object)
    return object.takeError();
  return Machine::create(std::move(*object), options);
}

static llvm::Expected<OracleAnswer> rightOutputs(StringRef model,
                                                 const VerifyOptions &options,
                                                 NamedTensors inputs,
                                                 const NamedTensors &bound) {
  if (options.expectedFile.empty()) {
    llvm::append_range(inputs, bound);
    return askOracle(model, inputs);
  }
  llvm::Expected<NamedTensors> outputs = readNpz(options.expectedFile);
  if (!outputs)
    return outputs.takeError();
  OracleAnswer answer;
  answer.outputs = std::move(*outputs);
  answer.oracle = options.expectedFile;
  return answer;
}

/// What the reference calls outputs: a state's next value is one of them.
static llvm::Error addStates(const Machine &machine, const ImportResult &import,
                             NamedTensors &outputs) {
  for (const auto &[past, present] : import.states) {
    const Binding *binding = machine.findBinding(past, BindingKind::state);
    llvm::Expected<std::vector<uint8_t>> bytes = machine.getState(past);
    if (!bytes)
      return bytes.takeError();
    outputs.emplace_back(
        present, Tensor{binding->type, binding->shape, std::move(*bytes)});
  }
  return llvm::Error::success();
}

/// What went wrong on several cores: what does on one, or how the model was
/// split over them.
static llvm::Error compareWithOneCore(StringRef model, CompileOptions compile,
                                      const VerifyOptions &options,
                                      VerifyResult &result) {
  compile.dataParallel = compile.tensorParallel = 1;
  llvm::Expected<VerifyResult> alone = verifyModel(model, compile, options, {});
  if (!alone)
    return alone.takeError();
  if (alone->ok)
    result.firstDifference = FirstDifference{"sharded", ""};
  else
    result.firstDifference = std::move(alone->firstDifference);
  result.reproducer = std::move(alone->reproducer);
  result.noReproducer = std::move(alone->noReproducer);
  return llvm::Error::success();
}

llvm::Expected<VerifyResult> glia::verifyModel(StringRef model,
                                               const CompileOptions &compile,
                                               const VerifyOptions &options,
                                               Session::Listener listener) {
  Session session(compile, std::move(listener));
  if (llvm::Error error = session.importModel(model))
    return std::move(error);
  int64_t length =
      longestSumPath(session.module().lookupSymbol<func::FuncOp>("main"));
  llvm::Expected<std::unique_ptr<Machine>> machine =
      loadMachine(session, options.machine);
  if (!machine)
    return machine.takeError();
  llvm::Expected<NamedTensors> inputs =
      gatherInputs((*machine)->image(), options.inputs, /*seeded=*/nullptr,
                   StateValues::all);
  if (!inputs)
    return inputs.takeError();
  llvm::Expected<NamedTensors> outputs = runOnce(**machine, *inputs);
  if (!outputs)
    return outputs.takeError();
  if (llvm::Error error = addStates(**machine, session.import(), *outputs))
    return std::move(error);
  llvm::Expected<OracleAnswer> want =
      rightOutputs(model, options, *inputs, session.import().boundInputs);
  if (!want)
    return want.takeError();

  VerifyResult result;
  result.oracle = want->oracle;
  result.modelledNanoseconds =
      static_cast<uint64_t>((*machine)->counters().timeNs);
  for (auto &[name, tensor] : want->outputs)
    if (!::find(*outputs, name))
      return makeError(std::move(
          GliaError(ErrorCode::E1801, "the program has no output of that name")
              .with("output", name)));
  std::string failed; // the first output that differs from the oracle's
  for (auto &[name, got] : *outputs) {
    const Tensor *known = ::find(want->outputs, name);
    if (!known)
      return makeError(
          std::move(GliaError(ErrorCode::E1801,
                              "there is no expected output of that name")
                        .with("output", name)));
    Tensor right = *known;
    adoptType(right, got.type);
    llvm::Expected<OutputComparison> compared =
        compareOutput(name, got, right, length, unitRoundoff(compile));
    if (!compared)
      return compared.takeError();
    if (!compared->ok && failed.empty() && options.expectedFile.empty())
      failed = name;
    result.ok &= compared->ok;
    result.outputs.push_back(std::move(*compared));
  }
  if (result.ok)
    return result;
  if (compile.dataParallel * compile.tensorParallel > 1) {
    if (llvm::Error error =
            compareWithOneCore(model, compile, options, result))
      return std::move(error);
    return result;
  }
  llvm::Expected<std::optional<FirstDifference>> difference =
      bisect(model, compile, *inputs, *outputs, failed, options.machine);
  if (!difference)
    return difference.takeError();
  result.firstDifference = std::move(*difference);
  if (!options.reproduces || !result.firstDifference ||
      result.firstDifference->node.empty())
    return result;
  llvm::Expected<NodeReproducer> reproducer =
      reproduceNode(model, compile, *inputs, result.firstDifference->node,
                    options.machine);
  if (reproducer)
    result.reproducer = std::move(*reproducer);
  else
    result.noReproducer = llvm::toString(reproducer.takeError());
  return result;
}

/// JSON has no infinities.
static double toJsonNumber(double value) {
  return std::isfinite(value) ? value : 1e308;
}

std::string glia::formatVerifyResult(const VerifyResult &result) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::OStream json(os, 2);
  json.object([&] {
    json.attribute("ok", result.ok);
    json.attributeArray("outputs", [&] {
      for (const OutputComparison &output : result.outputs)
        json.object([&] {
          json.attribute("name", llvm::json::fixUTF8(output.name));
          json.attribute("max_abs_error",
                         toJsonNumber(output.maxAbsoluteError));
          json.attribute("max_rel_error",
                         toJsonNumber(output.maxRelativeError));
          json.attribute("tolerance", toJsonNumber(output.tolerance));
          json.attribute("cosine", toJsonNumber(output.cosine));
          json.attribute("ok", output.ok);
        });
    });
    json.attribute("oracle", llvm::json::fixUTF8(result.oracle));
    json.attribute("modelled_ns", result.modelledNanoseconds);
    if (result.firstDifference)
      json.attributeObject("first_difference", [&] {
        json.attribute("phase", result.firstDifference->phase);
        json.attribute("node",
                       llvm::json::fixUTF8(result.firstDifference->node));
      });
    else
      json.attribute("first_difference", nullptr);
    if (result.reproducer)
      json.attributeObject("reproducer", [&] {
        const NodeReproducer &reproducer = *result.reproducer;
        json.attribute("model", llvm::json::fixUTF8(reproducer.model));
        json.attribute("inputs", llvm::json::fixUTF8(reproducer.inputs));
        json.attribute("command", llvm::json::fixUTF8(reproducer.command));
        json.attribute("fails_alone", reproducer.failsAlone);
      });
    else
      json.attribute("reproducer", nullptr);
  });
  os << '\n';
  return text;
}
