//===- ConstantTableTest.cpp - Derived constants survive --emit -----------===//
//
// What passes derived is written beside the IR and read back onto a fresh
// import; another model is refused.
//
//===----------------------------------------------------------------------===//
#include "glia/Support/Error.h"
#include "lib/Compiler/ConstantTable.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include <catch2/catch.hpp>

using namespace glia;

static ConstantStore imported(uint64_t offset) {
  ConstantStore constants;
  FileSpan span;
  span.path = "model.onnx";
  span.offset = offset;
  span.bytes = 24;
  constants.add({"w", ElementType::f32, {2, 3}, span, {}});
  constants.addMemory("b", ElementType::i64, {1}, {1, 0, 0, 0, 0, 0, 0, 0});
  return constants;
}

TEST_CASE("derived constants come back with their programs") {
  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module(mlir::ModuleOp::create(mlir::UnknownLoc::get(&context)));
  ConstantStore constants = imported(100);
  ConstantStore::Id turned = constants.derive(0, TransposeStep{{1, 0}});
  constants.derive(constants.derive(turned, SliceStep{{0, 0}, {2, 2}, {1, 1}}), ReshapeStep{{4}});
  constants.derive(1, BroadcastStep{{7}});
  constants.derive(1, CastStep{ElementType::i32});
  constants.derive(constants.derive(0, PadStep{1, 4}), ShardStep{1, 2, 1});
  constants.addMemory("", ElementType::f32, {1}, {0, 0, 128, 63});
  writeConstantTable(*module, constants, 2);

  ConstantStore fresh = imported(100);
  REQUIRE(!readConstantTable(*module, fresh));
  REQUIRE(fresh.size() == constants.size());
  for (size_t id = 0; id < constants.size(); ++id) {
    CHECK(fresh.type(id) == constants.type(id));
    CHECK(fresh.shape(id) == constants.shape(id));
    CHECK(fresh.get(id).source.index() == constants.get(id).source.index());
  }
  CHECK(std::get<FileSpan>(fresh.get(turned).source).offset == 100);
  CHECK(std::get<MemorySpan>(fresh.get(fresh.size() - 1).source).bytes == std::vector<uint8_t>{0, 0, 128, 63});
}

TEST_CASE("another model is refused") {
  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module(mlir::ModuleOp::create(mlir::UnknownLoc::get(&context)));
  ConstantStore constants = imported(100);
  writeConstantTable(*module, constants, 2);
  ConstantStore other = imported(104);
  llvm::handleAllErrors(readConstantTable(*module, other), [](const GliaError &error) { CHECK(error.code == ErrorCode::E1601); });
}

TEST_CASE("IR without the table is refused") {
  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module(mlir::ModuleOp::create(mlir::UnknownLoc::get(&context)));
  ConstantStore constants = imported(100);
  llvm::handleAllErrors(readConstantTable(*module, constants), [](const GliaError &error) { CHECK(error.code == ErrorCode::E1600); });
}
