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
#include "dialects/Tile/Passes.h"
#include "glia/Compiler/Evaluator.h"
#include "glia/Compiler/Registration.h"
#include "glia/Conversion/GraphToTile.h"
#include "glia/Conversion/TileToISA.h"
#include "glia/Interpreter/Machine.h"
#include "glia/Support/Numerics.h"
#include "glia/Target/Target.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/FormatVariadic.h"
#include <random>

using namespace mlir;
using namespace glia;
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
    if (isFloat(spec.type)) {
      float value = nearNormal(random);
      numerics::convert(ElementType::f32, &value, spec.type,
                        tensor.bytes.data() + i * size, 1);
    } else {
      int64_t value =
          spec.low +
          static_cast<int64_t>(random() %
                               static_cast<uint64_t>(spec.high - spec.low + 1));
      std::memcpy(tensor.bytes.data() + i * size, &value, size);
    }
  }
  return tensor;
}

namespace {

struct Way {
  StringRef name;
  bool fused, smallTiling, straight;
};
constexpr Way ways[] = {{"fused", true, false, false},
                        {"op by op", false, false, true},
                        {"fused, small tiles", true, true, false}};

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

  std::string run(ArrayRef<TensorSpec> tensors, GraphBuilder build,
                  uint64_t seed);
  int64_t dropChunk = -1;

private:
  void makeModule(ArrayRef<TensorSpec> tensors, GraphBuilder build,
                  uint64_t seed);
  std::string runWay(const Way &way);
  Expected<NamedTensors> runMachine(ModuleOp module);
  std::string compare(const NamedTensors &got) const;

  MLIRContext context{MLIRContext::Threading::DISABLED};
  std::string diagnostics;
  OwningOpRef<ModuleOp> module;
  ConstantStore constants;
  NamedTensors inputs, expected;
};

} // namespace

void Differential::makeModule(ArrayRef<TensorSpec> tensors, GraphBuilder build,
                              uint64_t seed) {
  std::mt19937_64 random(seed);
  OpBuilder builder(&context);
  Location location = graph::makeNodeLocation(&context, "0", "Test", "node");
  module = ModuleOp::create(location);
  builder.setInsertionPointToEnd(module->getBody());
  SmallVector<Type> inputTypes;
  auto typeOf = [&](const TensorSpec &spec) {
    return RankedTensorType::get(spec.shape,
                                 graph::fromElementType(&context, spec.type));
  };
  for (const TensorSpec &spec : tensors)
    if (!spec.isConstant)
      inputTypes.push_back(typeOf(spec));
  auto function = func::FuncOp::create(builder, location, "main",
                                       builder.getFunctionType(inputTypes, {}));
  Block *body = function.addEntryBlock();
  builder.setInsertionPointToStart(body);

  SmallVector<Value> values;
  for (auto [i, spec] : llvm::enumerate(tensors)) {
    Tensor tensor = randomTensor(spec, random);
    if (spec.isConstant) {
      int64_t id = constants.addMemory(llvm::formatv("c{0}", i).str(),
                                       tensor.type, tensor.shape, tensor.bytes);
      values.push_back(
          graph::ConstantOp::create(builder, location, typeOf(spec), id));
      continue;
    }
    std::string name = llvm::formatv("x{0}", inputs.size()).str();
    function.setArgAttr(inputs.size(), graph::nameAttribute,
                        builder.getStringAttr(name));
    values.push_back(body->getArgument(inputs.size()));
    inputs.push_back({name, std::move(tensor)});
  }
  Value result = build(builder, values);
  func::ReturnOp::create(builder, location, result);
  function.setFunctionType(
      builder.getFunctionType(inputTypes, {result.getType()}));
  function.setResultAttr(0, graph::nameAttribute, builder.getStringAttr("y"));
}

/// Runs the object under --check.
Expected<NamedTensors> Differential::runMachine(ModuleOp module) {
  auto bytes = emitObjectToMemory(module, constants);
  if (!bytes)
    return bytes.takeError();
  auto object = Object::fromMemory(std::move(*bytes));
  if (!object)
    return object.takeError();
  MachineOptions options;
  options.check = true;
  auto machine = Machine::create(
      std::shared_ptr<const Object>(std::move(*object)), options);
  if (!machine)
    return machine.takeError();
  for (const auto &[name, tensor] : inputs)
    if (llvm::Error error = (*machine)->setInput(name, tensor.bytes))
      return std::move(error);
  if (llvm::Error error = (*machine)->run())
    return std::move(error);
  NamedTensors outputs;
  for (const Binding &binding : (*machine)->image().bindings) {
    if (binding.kind != BindingKind::output)
      continue;
    auto output = (*machine)->output(binding.name);
    if (!output)
      return output.takeError();
    outputs.push_back(
        {binding.name, Tensor{binding.type,
                              {binding.shape.begin(), binding.shape.end()},
                              output->vec()}});
  }
  return outputs;
}

/// Kernels first, on the host; then the back end and the machine.
std::string Differential::runWay(const Way &way) {
  OwningOpRef<ModuleOp> lowered = module->clone();
  diagnostics.clear();
  PassManager kernels(&context);
  if (way.fused)
    kernels.addPass(graph::createGraphFormFusionsPass());
  else
    kernels.addPass(graph::createGraphFormSingleFusionsPass());
  GraphToTileOptions options;
  options.smallTiling = way.smallTiling;
  options.dropChunk = dropChunk;
  kernels.addPass(createGraphToTilePass(options, &constants));
  if (failed(kernels.run(*lowered)))
    return "does not compile to tiles: " + diagnostics;
  auto tiled =
      runTiled(lowered->lookupSymbol<func::FuncOp>("main"), constants, inputs);
  if (!tiled)
    return toString(tiled.takeError());
  if (std::string difference = compare(*tiled); !difference.empty())
    return "phase tiled: " + difference;

  PassManager backend(&context);
  tile::SchedulePassOptions schedule;
  schedule.straight = way.straight;
  backend.addNestedPass<func::FuncOp>(tile::createSchedulePass(schedule));
  backend.addNestedPass<func::FuncOp>(tile::createAllocatePass());
  backend.addNestedPass<func::FuncOp>(tile::createSynchronisePass());
  backend.addPass(createTileToISAPass());
  if (failed(backend.run(*lowered)))
    return "does not compile to instructions: " + diagnostics;
  auto got = runMachine(*lowered);
  if (!got)
    return "machine: " + toString(got.takeError());
  std::string difference = compare(*got);
  return difference.empty() ? "" : "machine: " + difference;
}

std::string Differential::compare(const NamedTensors &got) const {
  for (const auto &[name, want] : expected) {
    const Tensor *have = find(got, name);
    if (!have || have->type != want.type || have->shape != want.shape ||
        have->bytes.size() != want.bytes.size())
      return "output " + name + " is missing or has another type";
    size_t size = bitWidth(want.type) / 8;
    for (size_t i = 0; i < want.bytes.size(); i += size)
      if (std::memcmp(want.bytes.data() + i, have->bytes.data() + i, size) !=
          0) {
        uint64_t wantBits = 0, haveBits = 0;
        std::memcpy(&wantBits, want.bytes.data() + i, size);
        std::memcpy(&haveBits, have->bytes.data() + i, size);
        return llvm::formatv("output {0}[{1}] is 0x{2:x}, expected 0x{3:x}",
                             name, i / size, haveBits, wantBits)
            .str();
      }
  }
  return "";
}

std::string Differential::run(ArrayRef<TensorSpec> tensors, GraphBuilder build,
                              uint64_t seed) {
  makeModule(tensors, build, seed);
  if (failed(verify(*module)))
    return "the graph does not verify: " + diagnostics;
  auto evaluated =
      evaluate(module->lookupSymbol<func::FuncOp>("main"), constants, inputs);
  if (!evaluated)
    return "evaluator: " + toString(evaluated.takeError());
  expected = std::move(*evaluated);
  for (const Way &way : ways)
    if (std::string difference = runWay(way); !difference.empty())
      return (way.name + ": " + difference).str();
  return "";
}

std::string glia::differential(ArrayRef<TensorSpec> tensors, GraphBuilder build,
                               uint64_t seed, int64_t dropChunk) {
  Differential differential;
  differential.dropChunk = dropChunk;
  return differential.run(tensors, build, seed);
}
