//===- States.cpp - Inputs and outputs that are one state -----------------===//
//
// See the header. The names are those that exporters give caches: PyTorch
// scripts write past_k_0 and present_k_0, Optimum past_key_values.0.key and
// present.0.key, ONNX Runtime's GenAI past_0 or past.0 and present.0.
//
//===----------------------------------------------------------------------===//
#include "States.h"
#include "dialects/Graph/GraphDialect.h"
#include "glia/Support/Error.h"
#include "llvm/ADT/StringMap.h"

namespace glia::onnx_import {

static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral>
    prefixes[] = {{"past_key_values.", "present."},
                  {"past_key_values.", "present_key_values."},
                  {"past_", "present_"},
                  {"past.", "present."}};

static llvm::Error optionError(const llvm::Twine &message) {
  return makeError(
      GliaError(ErrorCode::E1011, message.str())
          .with("flag", "--state")
          .remedy("`glia-cc inspect` lists inputs and outputs"));
}

namespace {
class StatePairing {
public:
  explicit StatePairing(ImportResult &result) : result(result) {
    for (auto [number, input] : llvm::enumerate(result.inputs))
      inputs[input.name] = number;
    for (auto [number, output] : llvm::enumerate(result.outputs))
      outputs[output.name] = number;
  }
  llvm::Error addNamed(const std::string &past, const std::string &present);
  void findByName();
  /// Of each input, by number, the output that is its next value.
  llvm::DenseMap<unsigned, unsigned> pairs;

private:
  bool fits(unsigned input, unsigned output) const {
    const ImportedTensor &past = result.inputs[input],
                         &present = result.outputs[output];
    return past.type == present.type && past.shape == present.shape;
  }

  ImportResult &result;
  llvm::StringMap<unsigned> inputs, outputs;
  llvm::DenseSet<unsigned> taken; // outputs
};
} // namespace

llvm::Error StatePairing::addNamed(const std::string &past,
                                   const std::string &present) {
  std::string pair =
      "`" + escapeForMessage(past) + "=" + escapeForMessage(present) + "`";
  auto input = inputs.find(past), output = outputs.find(present);
  if (input == inputs.end() || output == outputs.end())
    return optionError("--state " + pair + " names `" +
                       escapeForMessage(input == inputs.end() ? past
                                                              : present) +
                       "`, expects an input and an output of the model");
  if (pairs.contains(input->second) || taken.contains(output->second))
    return optionError("--state " + pair +
                       " names what is part of a state already");
  if (!fits(input->second, output->second))
    return optionError("--state " + pair +
                       " names tensors of two types or shapes, expects one");
  pairs[input->second] = output->second;
  taken.insert(output->second);
  return llvm::Error::success();
}

void StatePairing::findByName() {
  for (auto [number, input] : llvm::enumerate(result.inputs))
    for (auto [past, present] : prefixes) {
      llvm::StringRef rest(input.name);
      if (pairs.contains(number) || !rest.consume_front(past) || rest.empty())
        continue;
      auto output = outputs.find((present + rest).str());
      if (output == outputs.end() || taken.contains(output->second) ||
          !fits(number, output->second))
        continue;
      pairs[number] = output->second;
      taken.insert(output->second);
    }
}

llvm::Error pairStates(mlir::func::FuncOp main, const ImportOptions &options,
                       ImportResult &result) {
  StatePairing pairing(result);
  for (const auto &[past, present] : options.states)
    if (llvm::Error error = pairing.addNamed(past, present))
      return error;
  if (options.findStates)
    pairing.findByName();
  for (auto [number, input] : llvm::enumerate(result.inputs)) {
    auto found = pairing.pairs.find(number);
    if (found == pairing.pairs.end())
      continue;
    const std::string &next = result.outputs[found->second].name;
    main.setArgAttr(number, graph::stateAttribute,
                    mlir::StringAttr::get(main.getContext(), next));
    result.states.emplace_back(input.name, next);
  }
  return llvm::Error::success();
}

} // namespace glia::onnx_import
