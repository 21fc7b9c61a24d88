//===- EvaluateHelpers.cpp - Short ways to evaluate IR in a test ----------===//
#include "EvaluateHelpers.h"
#include "dialects/Graph/GraphDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include <catch2/catch.hpp>
#include <random>

namespace glia::test {

mlir::MLIRContext &context() {
  static mlir::MLIRContext *context = [] {
    auto *result =
        new mlir::MLIRContext(mlir::MLIRContext::Threading::DISABLED);
    result->loadDialect<mlir::func::FuncDialect, graph::GraphDialect>();
    return result;
  }();
  return *context;
}

mlir::OwningOpRef<mlir::ModuleOp> parse(llvm::StringRef text) {
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context());
  REQUIRE(module);
  return module;
}

std::vector<float> randomFloats(size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<float> result(count);
  for (float &value : result)
    value = std::ldexp(float(int32_t(random()) >> 8), int(random() % 8) - 24);
  return result;
}

Tensor evaluateMain(llvm::StringRef text, const std::vector<Tensor> &inputs,
                    const ConstantStore &constants) {
  auto module = parse(text);
  auto main = module->lookupSymbol<mlir::func::FuncOp>("main");
  NamedTensors named;
  for (size_t i = 0; i < inputs.size(); ++i)
    named.emplace_back(std::string(1, char('a' + i)), inputs[i]);
  std::optional<Tensor> first;
  for (numerics::SimdLevel level :
       {numerics::SimdLevel::scalar, numerics::SimdLevel::avx2,
        numerics::SimdLevel::avx512})
    for (unsigned threads : {1u, 2u}) {
      if (!numerics::isSupported(level))
        continue;
      auto outputs =
          evaluate(main, constants, named, nullptr, {level, threads});
      if (!outputs)
        FAIL(llvm::toString(outputs.takeError()));
      REQUIRE(outputs->size() == 1);
      if (!first)
        first = outputs->front().second;
      CHECK(*first == outputs->front().second);
    }
  return *first;
}

std::string typeText(const Tensor &tensor) {
  std::string text = "tensor<";
  for (int64_t size : tensor.shape)
    text += std::to_string(size) + "x";
  return text +
         (tensor.type == ElementType::boolean ? "i1"
          : tensor.type == ElementType::u8    ? "ui8"
                                              : name(tensor.type).str()) +
         ">";
}

Tensor evaluateBody(const std::vector<Tensor> &inputs, llvm::StringRef result,
                    llvm::StringRef body) {
  std::string text = "func.func @main(";
  for (size_t i = 0; i < inputs.size(); ++i) {
    std::string name(1, char('a' + i));
    text += (i ? ", %" : "%") + name + ": " + typeText(inputs[i]) +
            " {graph.name = \"" + name + "\"}";
  }
  text += ") -> (" + result.str() + " {graph.name = \"r\"}) {\n" + body.str() +
          "\nreturn %r : " + result.str() + "\n}";
  return evaluateMain(text, inputs);
}

float plainReduce(const std::vector<float> &elements,
                  float (*join)(float, float)) {
  std::vector<float> partials(elements.begin(),
                              elements.begin() +
                                  std::min<size_t>(16, elements.size()));
  for (size_t i = 16; i < elements.size(); ++i)
    partials[i % 16] = join(partials[i % 16], elements[i]);
  for (size_t half = 8; half; half /= 2)
    for (size_t i = 0; i < half; ++i)
      if (i + half < partials.size())
        partials[i] = join(partials[i], partials[i + half]);
  return partials[0];
}

float plainSum(const std::vector<float> &elements) {
  auto add = [](float x, float y) { return x + y; };
  float total = 0;
  for (size_t start = 0; start < elements.size(); start += 2048) {
    std::vector<float> piece(elements.begin() + start,
                             elements.begin() +
                                 std::min(elements.size(), start + 2048));
    total = start ? total + plainReduce(piece, add) : plainReduce(piece, add);
  }
  return total;
}

} // namespace glia::test
