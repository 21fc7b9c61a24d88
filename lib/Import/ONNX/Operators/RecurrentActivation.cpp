//===- RecurrentActivation.cpp - The functions inside recurrent cells -----===//
//
// Names are compared without case, as ONNX Runtime does. A parameter is taken
// from the node's lists by each function that has one, in the functions' order.
//
//===----------------------------------------------------------------------===//
#include "RecurrentActivation.h"

namespace glia::onnx_import {

using Kind = RecurrentActivation::Kind;

namespace {
struct ActivationRow {
  llvm::StringLiteral name;
  Kind kind;
  bool hasAlpha = false, hasBeta = false;
  std::optional<float> alpha = std::nullopt, beta = std::nullopt; // defaults
};
} // namespace

static const ActivationRow rows[] = {
    {"Relu", Kind::relu},
    {"Tanh", Kind::tanh},
    {"Sigmoid", Kind::sigmoid},
    {"Affine", Kind::affine, true, true},
    {"LeakyRelu", Kind::leakyRelu, true, false, 0.01f},
    {"ThresholdedRelu", Kind::thresholdedRelu, true, false, 1.0f},
    {"ScaledTanh", Kind::scaledTanh, true, true},
    {"HardSigmoid", Kind::hardSigmoid, true, true, 0.2f, 0.5f},
    {"Elu", Kind::elu, true, false, 1.0f},
    {"Softsign", Kind::softsign},
    {"Softplus", Kind::softplus},
};

namespace {
/// The numbers of a list attribute, one after the other.
class Parameters {
public:
  Parameters(const NodeImporter &importer, llvm::StringRef name)
      : importer(importer), name(name) {
    if (const Attribute *attribute = importer.node.find(name))
      numbers = attribute->numbers;
  }

  llvm::Expected<float> take(bool has, std::optional<float> otherwise) {
    if (!has)
      return 0;
    if (next < numbers.size())
      return numbers[next++];
    if (otherwise)
      return *otherwise;
    return importer.failAttribute(ErrorCode::E1004, name,
                                  "has " + llvm::Twine(numbers.size()) +
                                      " numbers, expects one for each function "
                                      "without a default");
  }

private:
  const NodeImporter &importer;
  llvm::StringRef name;
  std::vector<float> numbers;
  size_t next = 0;
};
} // namespace

llvm::Expected<std::vector<RecurrentActivation>>
readRecurrentActivations(const NodeImporter &importer,
                         llvm::ArrayRef<llvm::StringLiteral> defaults,
                         int64_t directions) {
  std::vector<std::string> names;
  if (const Attribute *given = importer.node.find("activations"))
    names = given->strings;
  else
    for (int64_t direction = 0; direction < directions; ++direction)
      names.insert(names.end(), defaults.begin(), defaults.end());
  if (names.size() != defaults.size() * directions)
    return importer.failAttribute(ErrorCode::E1004, "activations",
                                  "has " + llvm::Twine(names.size()) +
                                      " functions, expects " +
                                      llvm::Twine(defaults.size() * directions));
  Parameters alphas(importer, "activation_alpha"),
      betas(importer, "activation_beta");
  std::vector<RecurrentActivation> activations;
  for (const std::string &name : names) {
    const ActivationRow *row =
        llvm::find_if(rows, [&](const ActivationRow &each) {
          return llvm::StringRef(name).equals_insensitive(each.name);
        });
    if (row == std::end(rows))
      return importer.failAttribute(ErrorCode::E1004, "activations",
                                    "names the function `" +
                                        escapeForMessage(name) +
                                        "`, which ONNX has not");
    llvm::Expected<float> alpha = alphas.take(row->hasAlpha, row->alpha);
    if (!alpha)
      return alpha.takeError();
    llvm::Expected<float> beta = betas.take(row->hasBeta, row->beta);
    if (!beta)
      return beta.takeError();
    activations.push_back({row->kind, *alpha, *beta});
  }
  return activations;
}

Value applyActivation(NodeImporter &importer, Formula &f,
                      const RecurrentActivation &activation, const Value &x) {
  auto number = [&](float value) { return importer.constantFloat(value); };
  Value alpha = number(activation.alpha), beta = number(activation.beta),
        zero = number(0), one = number(1);
  auto scaled = [&] { return f("graph.mul", {x, alpha}); };
  switch (activation.kind) {
  case Kind::relu:
    return f("graph.relu", x);
  case Kind::tanh:
    return f("graph.tanh", x);
  case Kind::sigmoid:
    return f("graph.sigmoid", x);
  case Kind::affine:
    return f("graph.add", {scaled(), beta});
  case Kind::leakyRelu:
    return f.select(f.compare("graph.less", {x, zero}), scaled(), x);
  case Kind::thresholdedRelu:
    return f.select(f.compare("graph.greater_equal", {x, alpha}), x, zero);
  case Kind::scaledTanh:
    return f("graph.mul", {f("graph.tanh", f("graph.mul", {x, beta})), alpha});
  case Kind::hardSigmoid:
    return f("graph.min",
             {f("graph.max", {f("graph.add", {scaled(), beta}), zero}), one});
  case Kind::elu:
    return f.select(
        f.compare("graph.less", {x, zero}),
        f("graph.mul", {f("graph.sub", {f("graph.exp", x), one}), alpha}), x);
  case Kind::softsign:
    return f("graph.div", {x, f("graph.add", {f("graph.abs", x), one})});
  case Kind::softplus:
    return f("graph.softplus", x);
  }
  llvm_unreachable("covered switch");
}

} // namespace glia::onnx_import
