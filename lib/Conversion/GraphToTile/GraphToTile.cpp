//===- GraphToTile.cpp - From fusions to tiles ----------------------------===//
//
// Makes the function of phase tiled: the buffers of inputs and outputs, then
// kernel after kernel, one per graph.fusion, each by the function that its
// kind names.
//
//   func.func @main(%x) -> %y { %y = graph.fusion contract(%x, %w) {...} }
//   func.func @main() { %x = tile.buffer input ...  %y = tile.buffer output ...
//   tile.load ... tile.store ... }
//
//===----------------------------------------------------------------------===//
#include "glia/Conversion/GraphToTile.h"
#include "KernelBuilder.h"
#include "States.h"
#include "dialects/Graph/GraphDialect.h"
#include "glia/ISA/Instructions.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;
using namespace glia;
using namespace glia::tile;

static KernelFunction kernelOf(graph::FusionKind kind) {
  switch (kind) {
  case graph::FusionKind::contract:
    return lowerContract;
  case graph::FusionKind::convolution:
    return lowerConvolution;
  case graph::FusionKind::elementwise:
    return lowerElementwise;
  case graph::FusionKind::row:
    return lowerRow;
  case graph::FusionKind::window:
    return lowerWindow;
  case graph::FusionKind::gather:
    return lowerGather;
  case graph::FusionKind::reduce:
    return lowerReduce;
  case graph::FusionKind::move:
    return lowerMove;
  case graph::FusionKind::scatter:
    return lowerScatter;
  case graph::FusionKind::collective:
    return lowerCollective;
  }
  return nullptr;
}

namespace {

/// What is left to do when all kernels have run.
struct EndCopy {
  Value value; // graph value
  Value buffer;
};

class GraphToTilePass
    : public PassWrapper<GraphToTilePass, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(GraphToTilePass)

  GraphToTilePass() = default;
  GraphToTilePass(const GraphToTilePass &other)
      : PassWrapper(other), constants(other.constants) {}
  GraphToTilePass(const GraphToTileOptions &options, ConstantStore *constants)
      : constants(constants) {
    tiling = options.smallTiling ? "small" : "default";
    dropChunk = options.dropChunk;
    dropChunkOf = options.dropChunkOf;
    target = options.target;
  }

  StringRef getArgument() const override { return "graph-to-tile"; }
  StringRef getDescription() const override {
    return "Convert each fusion to tile ops";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<TileDialect>();
  }
  void runOnOperation() override;

private:
  struct EndCopies {
    SmallVector<EndCopy> outputs, states;
  };
  LogicalResult convert(func::FuncOp function);
  EndCopies bindInterface(KernelBuilder &kernel, func::FuncOp function,
                          func::ReturnOp returnOp);
  void copyAtEnd(KernelBuilder &kernel, const EndCopies &copies);

  ConstantStore *constants = nullptr;
  Option<std::string> tiling{
      *this, "test-tiling",
      llvm::cl::desc("default, or small: other tile sizes; no bit may change"),
      llvm::cl::init("default")};
  Option<int64_t> dropChunk{
      *this, "test-drop-chunk",
      llvm::cl::desc("drop the middle chunk of the n-th contraction that has "
                     "more than one"),
      llvm::cl::init(-1)};
  Option<std::string> dropChunkOf{
      *this, "test-drop-chunk-of",
      llvm::cl::desc("the same of the contractions whose node has this name"),
      llvm::cl::init("")};
  Option<std::string> target{*this, "target",
                             llvm::cl::desc("the machine's name"),
                             llvm::cl::init("trn2")};
};

} // namespace

static StringRef nameOf(Attribute attribute) {
  auto name = dyn_cast_or_null<StringAttr>(attribute);
  return name ? name.getValue() : StringRef();
}

/// Buffers of inputs, states and outputs, in order. The value that becomes an
/// output is computed into the output's buffer where it can be; what is
/// returned as well as an input, a constant or another output is copied at the
/// end. So is a state's next value that must not be made where the state lies.
GraphToTilePass::EndCopies
GraphToTilePass::bindInterface(KernelBuilder &kernel, func::FuncOp function,
                               func::ReturnOp returnOp) {
  llvm::StringMap<BlockArgument> states; // by their next value's name
  for (BlockArgument argument : function.getArguments()) {
    auto type = cast<RankedTensorType>(argument.getType());
    unsigned number = argument.getArgNumber();
    auto next = function.getArgAttrOfType<StringAttr>(number,
                                                      graph::stateAttribute);
    if (next)
      states[next.getValue()] = argument;
    kernel.bindBuffer(
        argument,
        kernel.createBuffer(next ? BufferKind::state : BufferKind::input,
                            nameOf(function.getArgAttr(number,
                                                       graph::nameAttribute)),
                            type.getShape(), type.getElementType(),
                            /*constantId=*/-1,
                            function.getArgAttrOfType<DenseI64ArrayAttr>(
                                number, graph::splitAttribute)));
  }
  EndCopies copies;
  DenseSet<Value> bound;
  for (auto [i, value] : llvm::enumerate(returnOp.getOperands())) {
    auto type = cast<RankedTensorType>(value.getType());
    StringRef name = nameOf(function.getResultAttr(i, graph::nameAttribute));
    Value source = aliasedValue(value);
    BlockArgument state = states.lookup(name);
    Value buffer = state ? kernel.bufferOf(state)
                         : kernel.createBuffer(BufferKind::output, name,
                                               type.getShape(),
                                               type.getElementType(),
                                               /*constantId=*/-1,
                                               function.getResultAttrOfType<
                                                   DenseI64ArrayAttr>(
                                                   i, graph::splitAttribute));
    if (source.getDefiningOp<graph::FusionOp>() &&
        (!state || mayUpdateInPlace(state, source)) &&
        bound.insert(source).second)
      kernel.bindBuffer(source, buffer);
    else
      (state ? copies.states : copies.outputs).push_back({value, buffer});
  }
  return copies;
}

/// Outputs first, since they may show what a state was. A state that takes its
/// value from another one goes through memory of its own: both are old then.
void GraphToTilePass::copyAtEnd(KernelBuilder &kernel,
                                const EndCopies &copies) {
  for (const EndCopy &copy : copies.outputs) {
    kernel.setLocation(copy.value.getLoc());
    kernel.copyWhole(kernel.bufferOf(copy.value), copy.buffer);
  }
  SmallVector<Value> sources;
  for (const EndCopy &copy : copies.states) {
    Value source = kernel.bufferOf(copy.value);
    auto type = cast<BufferType>(source.getType());
    if (source != copy.buffer &&
        source.getDefiningOp<BufferOp>().getKind() == BufferKind::state) {
      kernel.setLocation(copy.value.getLoc());
      Value old = source;
      source = kernel.scratchBuffer(type.getShape(), type.getElementType());
      kernel.copyWhole(old, source);
    }
    sources.push_back(source);
  }
  for (auto [copy, source] : llvm::zip(copies.states, sources)) {
    kernel.setLocation(copy.value.getLoc());
    if (source != copy.buffer)
      kernel.copyWhole(source, copy.buffer);
  }
}

LogicalResult GraphToTilePass::convert(func::FuncOp function) {
  if (!function.getBody().hasOneBlock())
    return function.emitOpError() << "expects one block";
  OpBuilder builder(function);
  auto result =
      func::FuncOp::create(builder, function.getLoc(), function.getName(),
                           builder.getFunctionType({}, {}));
  builder.setInsertionPointToStart(result.addEntryBlock());

  GraphToTileOptions options;
  options.smallTiling = tiling == "small";
  options.dropChunk = dropChunk;
  options.dropChunkOf = dropChunkOf;
  const isa::Target &machine = *isa::findTarget(target);
  KernelLimits limits;
  limits.sbufBytesPerPartition = machine.sbufBytesPerPartition;
  // A PSUM tile is one bank, also where a product may cross banks.
  limits.matmulN =
      std::min<int64_t>(machine.matmulMaxN, machine.psumBankBytes / 4);
  limits.matmulM = machine.matmulMaxM;
  KernelBuilder kernel(builder, limits, options, constants);
  kernel.setLocation(function.getLoc());
  auto returnOp =
      cast<func::ReturnOp>(function.getBody().front().getTerminator());
  EndCopies copies = bindInterface(kernel, function, returnOp);

  for (Operation &op : function.getBody().front().without_terminator()) {
    if (llvm::isa<graph::ConstantOp, graph::ReshapeOp>(op))
      continue;
    auto fusion = dyn_cast<graph::FusionOp>(op);
    if (!fusion)
      return op.emitOpError()
             << "expects every op to be in a fusion before graph-to-tile";
    KernelFunction lower = kernelOf(fusion.getKind());
    if (!lower)
      return fusion.emitOpError() << "there is no kernel for kind "
                                  << stringifyFusionKind(fusion.getKind());
    kernel.setLocation(fusion.getLoc());
    if (failed(lower(kernel, fusion)))
      return failure();
  }
  copyAtEnd(kernel, copies);
  func::ReturnOp::create(kernel.builder, function.getLoc());
  function.erase();
  return success();
}

void GraphToTilePass::runOnOperation() {
  if (tiling != "default" && tiling != "small") {
    getOperation().emitError()
        << "test-tiling expects `default` or `small`, got `" << tiling << "`";
    return signalPassFailure();
  }
  if (!isa::findTarget(target)) {
    getOperation().emitError() << "there is no target `" << target << "`";
    return signalPassFailure();
  }
  for (auto function :
       llvm::make_early_inc_range(getOperation().getOps<func::FuncOp>()))
    if (failed(convert(function)))
      return signalPassFailure();
  if (Attribute grid = getOperation()->removeAttr(graph::gridAttribute))
    getOperation()->setAttr(tile::gridAttribute, grid);
}

std::unique_ptr<Pass>
glia::createGraphToTilePass(const GraphToTileOptions &options,
                            ConstantStore *constants) {
  return std::make_unique<GraphToTilePass>(options, constants);
}

void glia::registerGraphToTilePass() { PassRegistration<GraphToTilePass>(); }
