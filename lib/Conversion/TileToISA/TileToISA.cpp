//===- TileToISA.cpp - tile-to-isa ----------------------------------------===//
//
// Synchronised tile ops become instructions: the linear order is dealt out to
// five streams, addresses become immediates, locations stay. The stationary of a matmul
// is loaded only if another one is in the Tensor engine. All cores of a grid run the
// one program.
//
//===----------------------------------------------------------------------===//
#include "glia/Conversion/TileToISA.h"
#include "CorePlacement.h"
#include "dialects/ISA/ISADialect.h"
#include "dialects/Tile/InstructionBridge.h"
#include "dialects/Tile/ProgramModel.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;
using namespace glia;

static constexpr unsigned numStreams = 5;

namespace {

/// Whether the Tensor engine still holds what a load_stationary would load.
class StationaryInEngine {
public:
  /// Called for each op in order; true: leave the load out.
  bool elides(Operation *op) {
    if (llvm::isa<tile::TransposeOp>(op))
      value = {};
    auto matmul = dyn_cast<tile::MatmulOp>(op);
    if (!matmul)
      return false;
    bool same = value == matmul.getStationary() && pattern == matmul.getStationaryPattern();
    value = matmul.getStationary();
    pattern = matmul.getStationaryPattern();
    return same;
  }

private:
  Value value;
  tile::AccessPattern pattern;
};

class ObjectBuilder {
public:
  ObjectBuilder(func::FuncOp function, tile::ProgramModel &model, StringRef target, ConstantStore *constants)
      : function(function), model(model), target(target), constants(constants), grid(tile::gridOf(function)),
        builder(function.getContext()) {}

  LogicalResult build() {
    if (failed(checkAddresses()))
      return failure();
    builder.setInsertionPoint(function);
    std::vector<std::string> groups = replicaGroupTexts(grid);
    SmallVector<StringRef> groupTexts(groups.begin(), groups.end());
    auto object = isa::ir::ObjectOp::create(
        builder, function.getLoc(), target, "glia " GLIA_VERSION, imageBytes(),
        /*cores=*/SmallVector<int64_t>(grid.cores(), /*program=*/0),
        groups.empty() ? ArrayAttr() : builder.getStrArrayAttr(groupTexts), /*buckets=*/StringAttr());
    builder.setInsertionPointToStart(&object.getBody().emplaceBlock());
    buildTables();
    buildProgram();
    isa::ir::EntryOp::create(builder, function.getLoc(), builder.getStringAttr(function.getName()), builder.getI64IntegerAttr(0),
                             builder.getDenseI64ArrayAttr({0, 0, 0, 0, 0}), builder.getStrArrayAttr({}),
                             builder.getDenseI64ArrayAttr({}));
    return success();
  }

private:
  LogicalResult checkAddresses() {
    for (tile::BufferOp buffer : model.buffers)
      if (int64_t(buffer.getAddress()) < 0)
        return buffer.emitOpError() << "expects an address (run tile-allocate first)";
    for (const tile::TileStorage &storage : model.tiles)
      if (cast<tile::EngineOpInterface>(storage.first).getTileAddress() < 0)
        return storage.first->emitOpError() << "expects an address (run tile-allocate first)";
    for (tile::BufferOp buffer : model.buffers)
      if (auto split = buffer.getSplit(); split && llvm::any_of(*split, [&](int64_t axis) { return axis >= int64_t(grid.axes()); }))
        return buffer.emitOpError() << "expects axes of the grid in `split`";
    for (tile::EngineOpInterface op : model.ops)
      if (tile::DmaIssue *issue = op.getDmaIssue(); issue && issue->queue < 0)
        return op->emitOpError() << "expects a DMA queue (run tile-schedule first)";
    return success();
  }

  int64_t imageBytes() {
    int64_t end = 0;
    for (tile::BufferOp buffer : model.buffers)
      end = std::max<int64_t>(end, int64_t(buffer.getAddress()) + cast<tile::BufferType>(buffer.getType()).getBytes());
    return llvm::alignTo(end, tile::ioAlignment);
  }

  /// A boolean is u8 on chip, but the caller sees what the model says.
  static StringRef bindingType(tile::BufferType type) {
    if (type.getElementType().isInteger(1))
      return name(ElementType::boolean);
    return name(*tile::machineType(type.getElementType()));
  }

  void buildTables() {
    auto kindName = [](tile::BufferKind kind) {
      return kind == tile::BufferKind::input ? "input" : kind == tile::BufferKind::output ? "output" : "state";
    };
    for (tile::BufferOp buffer : model.buffers) {
      tile::BufferKind kind = buffer.getKind();
      if (kind != tile::BufferKind::constant && kind != tile::BufferKind::scratch)
        buildBinding(buffer, kindName(kind));
    }
    for (tile::BufferOp buffer : model.buffers)
      if (buffer.getKind() == tile::BufferKind::constant)
        for (const ConstantPart &part : placeConstant(buffer.getConstantId(), constants, grid))
          isa::ir::ConstantOp::create(builder, buffer.getLoc(), buffer.getName(), part.id, int64_t(buffer.getAddress()),
                                      cast<tile::BufferType>(buffer.getType()).getBytes(), optionalText(formatPlacement(part.span)));
  }

  void buildBinding(tile::BufferOp buffer, StringRef kind) {
    auto type = cast<tile::BufferType>(buffer.getType());
    Binding placed = placeBinding(type, buffer.getSplit(), grid);
    isa::ir::BindingOp::create(builder, buffer.getLoc(), buffer.getName(), kind, bindingType(type), placed.shape,
                               int64_t(buffer.getAddress()), type.getBytes(), optionalText(formatPlacement(placed)));
  }

  StringAttr optionalText(StringRef text) { return text.empty() ? StringAttr() : builder.getStringAttr(text); }

  int64_t addressOf(Value value) {
    if (auto buffer = value.getDefiningOp<tile::BufferOp>())
      return buffer.getAddress();
    return cast<tile::EngineOpInterface>(model.tiles[model.tileOf.lookup(value)].first).getTileAddress();
  }

  void buildProgram() {
    auto program = isa::ir::ProgramOp::create(builder, function.getLoc());
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&program.getBody().emplaceBlock());
    std::array<OpBuilder, numStreams> streams{builder, builder, builder, builder, builder};
    for (unsigned stream = 0; stream < numStreams; ++stream) {
      auto engine = static_cast<isa::Engine>(stream);
      auto op = isa::ir::StreamOp::create(builder, function.getLoc(), isa::name(engine));
      streams[stream].setInsertionPointToStart(&op.getBody().emplaceBlock());
    }
    StationaryInEngine stationary;
    for (tile::EngineOpInterface op : model.ops) {
      auto instructions = tile::toInstructions(op, [&](Value value) { return addressOf(value); });
      bool elided = stationary.elides(op);
      for (const isa::Instruction &instruction : ArrayRef(instructions).drop_front(elided ? 1 : 0))
        isa::ir::createInstruction(streams[static_cast<unsigned>(op.getEngine())], op.getLoc(), instruction);
    }
    for (unsigned stream = 0; stream < numStreams; ++stream) {
      isa::Halt halt;
      halt.engine = static_cast<isa::Engine>(stream);
      isa::ir::createInstruction(streams[stream], function.getLoc(), halt);
    }
  }

  func::FuncOp function;
  tile::ProgramModel &model;
  StringRef target;
  ConstantStore *constants;
  Grid grid;
  OpBuilder builder;
};

struct TileToISAPass : PassWrapper<TileToISAPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TileToISAPass)
  TileToISAPass() = default;
  explicit TileToISAPass(ConstantStore *constants) : constants(constants) {}
  TileToISAPass(const TileToISAPass &other) : PassWrapper(other), constants(other.constants) {}

  StringRef getArgument() const override { return "tile-to-isa"; }
  StringRef getDescription() const override { return "synchronised tile ops to isa ops, one to one"; }
  void getDependentDialects(DialectRegistry &registry) const override { registry.insert<isa::ir::ISADialect>(); }

  void runOnOperation() override {
    if (!isa::findTarget(target)) {
      getOperation().emitError() << "unknown target `" << target << "`";
      return signalPassFailure();
    }
    auto function = getOperation().lookupSymbol<func::FuncOp>("main");
    if (!function) {
      getOperation().emitError() << "expects a function `main`";
      return signalPassFailure();
    }
    FailureOr<tile::ProgramModel> model = tile::ProgramModel::build(function);
    if (failed(model) || failed(ObjectBuilder(function, *model, target, constants).build()))
      return signalPassFailure();
    function.erase();
    getOperation()->removeAttr(tile::gridAttribute); // the object's tables say it
  }

  ConstantStore *constants = nullptr;

  Option<std::string> target{*this, "target", llvm::cl::desc("machine that the object is for"), llvm::cl::init("trn2")};
};

} // namespace

std::unique_ptr<Pass> glia::createTileToISAPass(StringRef target, ConstantStore *constants) {
  auto pass = std::make_unique<TileToISAPass>(constants);
  pass->target = target.str();
  return pass;
}

void glia::registerTileToISAPass() {
  registerPass([] { return createTileToISAPass(); });
}
