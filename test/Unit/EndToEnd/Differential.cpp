//===- Differential.cpp - A small graph, compiled and run in every way ----===//
//
// See Differential.h.
//
//===----------------------------------------------------------------------===//
#include "Differential.h"
#include "TileInterpreter.h"
#include "dialects/Graph/GraphDialect.h"
#include "dialects/Graph/NodeLocation.h"
#include "dialects/Graph/Passes.h"
#include "glia/Compiler/Evaluator.h"
#include "glia/Compiler/Registration.h"
#include "glia/Conversion/GraphToTile.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/FormatVariadic.h"
#include <random>

using namespace mlir;
using namespace glia;
using llvm::createStringError;
using llvm::Expected;

/// The sum of twelve uniform numbers, exact on every machine.
static float nearNormal(std::mt19937_64 &random) {
  int64_t sum = 0;
  for (int i = 0; i < 12; ++i)
    sum += static_cast<int64_t>(random() >> 52);
  return static_cast<float>(sum - 12 * 2048) / 4096.0f;
}

static Tensor randomTensor(const TensorSpec &spec, std::mt19937_64 &random) {
  Tensor tensor{spec.type, spec.shape, {}};
  int64_t count = 1;
  for (int64_t extent : spec.shape)
    count *= extent;
  tensor.bytes.resize(storageBytes(spec.type, count));
  for (int64_t i = 0; i < count; ++i) {
    size_t size = bitWidth(spec.type) / 8;
    if (spec.type == ElementType::f32) {
      float value = nearNormal(random);
      std::memcpy(tensor.bytes.data() + i * 4, &value, 4);
    } else {
      int64_t value = spec.low + static_cast<int64_t>(random() % static_cast<uint64_t>(spec.high - spec.low + 1));
      std::memcpy(tensor.bytes.data() + i * size, &value, size);
    }
  }
  return tensor;
}

namespace {

struct Way {
  StringRef name;
  bool fused, smallTiling;
};
constexpr Way ways[] = {{"fused", true, false}, {"op by op", false, false}, {"fused, small tiles", true, true}};

class Differential {
public:
  Differential() {
    DialectRegistry registry;
    registerDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    context.getDiagEngine().registerHandler([this](Diagnostic &diagnostic) {
      diagnostics += diagnostic.str() + "; ";
      return success();
    });
  }

  std::string run(ArrayRef<TensorSpec> tensors, GraphBuilder build, uint64_t seed);
  int64_t dropChunk = -1;

private:
  void makeModule(ArrayRef<TensorSpec> tensors, GraphBuilder build, uint64_t seed);
  Expected<NamedTensors> runWay(const Way &way);
  std::string compare(const NamedTensors &got) const;

  MLIRContext context{MLIRContext::Threading::DISABLED};
  std::string diagnostics;
  OwningOpRef<ModuleOp> module;
  ConstantStore constants;
  NamedTensors inputs, expected;
};

} // namespace

void Differential::makeModule(ArrayRef<TensorSpec> tensors, GraphBuilder build, uint64_t seed) {
  std::mt19937_64 random(seed);
  OpBuilder builder(&context);
  Location location = graph::makeNodeLocation(&context, "0", "Test", "node");
  module = ModuleOp::create(location);
  builder.setInsertionPointToEnd(module->getBody());
  SmallVector<Type> inputTypes;
  auto typeOf = [&](const TensorSpec &spec) {
    return RankedTensorType::get(spec.shape, graph::fromElementType(&context, spec.type));
  };
  for (const TensorSpec &spec : tensors)
    if (!spec.isConstant)
      inputTypes.push_back(typeOf(spec));
  auto function = func::FuncOp::create(builder, location, "main", builder.getFunctionType(inputTypes, {}));
  Block *body = function.addEntryBlock();
  builder.setInsertionPointToStart(body);

  SmallVector<Value> values;
  for (auto [i, spec] : llvm::enumerate(tensors)) {
    Tensor tensor = randomTensor(spec, random);
    if (spec.isConstant) {
      int64_t id = constants.addMemory(llvm::formatv("c{0}", i).str(), tensor.type, tensor.shape, tensor.bytes);
      values.push_back(graph::ConstantOp::create(builder, location, typeOf(spec), id));
      continue;
    }
    std::string name = llvm::formatv("x{0}", inputs.size()).str();
    function.setArgAttr(inputs.size(), graph::nameAttribute, builder.getStringAttr(name));
    values.push_back(body->getArgument(inputs.size()));
    inputs.push_back({name, std::move(tensor)});
  }
  Value result = build(builder, values);
  func::ReturnOp::create(builder, location, result);
  function.setFunctionType(builder.getFunctionType(inputTypes, {result.getType()}));
  function.setResultAttr(0, graph::nameAttribute, builder.getStringAttr("y"));
}

Expected<NamedTensors> Differential::runWay(const Way &way) {
  OwningOpRef<ModuleOp> lowered = module->clone();
  PassManager passes(&context);
  if (way.fused)
    passes.addPass(graph::createGraphFormFusionsPass());
  else
    passes.addPass(graph::createGraphFormSingleFusionsPass());
  GraphToTileOptions options;
  options.smallTiling = way.smallTiling;
  options.dropChunk = dropChunk;
  passes.addPass(createGraphToTilePass(options, &constants));
  diagnostics.clear();
  if (failed(passes.run(*lowered)))
    return createStringError("does not compile: " + diagnostics);
  return runTiled(lowered->lookupSymbol<func::FuncOp>("main"), constants, inputs);
}

std::string Differential::compare(const NamedTensors &got) const {
  for (const auto &[name, want] : expected) {
    const Tensor *have = find(got, name);
    if (!have || have->type != want.type || have->shape != want.shape || have->bytes.size() != want.bytes.size())
      return "output " + name + " is missing or has another type";
    size_t size = bitWidth(want.type) / 8;
    for (size_t i = 0; i < want.bytes.size(); i += size)
      if (std::memcmp(want.bytes.data() + i, have->bytes.data() + i, size) != 0) {
        uint64_t wantBits = 0, haveBits = 0;
        std::memcpy(&wantBits, want.bytes.data() + i, size);
        std::memcpy(&haveBits, have->bytes.data() + i, size);
        return llvm::formatv("output {0}[{1}] is 0x{2:x}, expected 0x{3:x}", name, i / size, haveBits, wantBits).str();
      }
  }
  return "";
}

std::string Differential::run(ArrayRef<TensorSpec> tensors, GraphBuilder build, uint64_t seed) {
  makeModule(tensors, build, seed);
  if (failed(verify(*module)))
    return "the graph does not verify: " + diagnostics;
  auto evaluated = evaluate(module->lookupSymbol<func::FuncOp>("main"), constants, inputs);
  if (!evaluated)
    return "evaluator: " + toString(evaluated.takeError());
  expected = std::move(*evaluated);
  for (const Way &way : ways) {
    auto got = runWay(way);
    if (!got)
      return (way.name + ": " + toString(got.takeError())).str();
    if (std::string difference = compare(*got); !difference.empty())
      return (way.name + ": " + difference).str();
  }
  return "";
}

std::string glia::differential(ArrayRef<TensorSpec> tensors, GraphBuilder build, uint64_t seed, int64_t dropChunk) {
  Differential differential;
  differential.dropChunk = dropChunk;
  return differential.run(tensors, build, seed);
}
