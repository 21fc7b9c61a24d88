//===- TileOps.cpp - Ops of the tile dialect ------------------------------===//
//
// What each op reads and writes. The order of the accesses is the order of
// the instruction's operands: reads first, the write last.
//
//===----------------------------------------------------------------------===//
#include "dialects/Tile/TileDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace glia::tile;

#define GET_OP_CLASSES
#include "dialects/Tile/TileOps.cpp.inc"

void TileDialect::registerOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Tile/TileOps.cpp.inc"
      >();
}

using Visit = llvm::function_ref<void(const Access &)>;

static void read(Visit visit, Value tile, const AccessPattern &pattern) {
  visit({false, tile, &pattern, nullptr});
}
static void write(Visit visit, Value tile, const AccessPattern &pattern) {
  visit({true, tile, &pattern, nullptr});
}

/// A pointer operand reads one element in each lane that the op works on.
static void readPointer(Visit visit, Value tile, const ScalarSource &source,
                        unsigned partitions) {
  if (!tile)
    return;
  AccessPattern pattern = AccessPattern::contiguous(
      partitions, 1, source.startPartition, source.bits);
  visit({false, tile, &pattern, nullptr});
}

void LoadOp::forEachAccess(Visit visit) {
  visit({false, getSource(), nullptr, &getProperties().sourcePattern});
  write(visit, getResult(), getProperties().destinationPattern);
}

void StoreOp::forEachAccess(Visit visit) {
  read(visit, getSource(), getProperties().sourcePattern);
  visit({true, getDestination(), nullptr, &getProperties().destinationPattern});
}

void CopyBufferOp::forEachAccess(Visit visit) {
  visit({false, getSource(), nullptr, &getProperties().sourcePattern});
  visit({true, getDestination(), nullptr, &getProperties().destinationPattern});
}

void AllReduceOp::forEachAccess(Visit visit) {
  visit({false, getSource(), nullptr, &getProperties().sourcePattern});
  visit({true, getDestination(), nullptr, &getProperties().destinationPattern});
}

void AllGatherOp::forEachAccess(Visit visit) {
  visit({false, getSource(), nullptr, &getProperties().sourcePattern});
  visit({true, getDestination(), nullptr, &getProperties().destinationPattern});
}

void ReduceScatterOp::forEachAccess(Visit visit) {
  visit({false, getSource(), nullptr, &getProperties().sourcePattern});
  visit({true, getDestination(), nullptr, &getProperties().destinationPattern});
}

void MoveOp::forEachAccess(Visit visit) {
  read(visit, getSource(), getProperties().sourcePattern);
  write(visit, getResult(), getProperties().destinationPattern);
}

void GatherOp::forEachAccess(Visit visit) {
  visit({false, getSource(), nullptr, &getProperties().sourcePattern});
  read(visit, getIndex(), getProperties().indexPattern);
  write(visit, getResult(), getProperties().destinationPattern);
}

void ScatterOp::forEachAccess(Visit visit) {
  read(visit, getSource(), getProperties().sourcePattern);
  read(visit, getIndex(), getProperties().indexPattern);
  visit({true, getDestination(), nullptr, &getProperties().destinationPattern});
}

void MatmulOp::forEachAccess(Visit visit) {
  read(visit, getStationary(), getProperties().stationaryPattern);
  read(visit, getMoving(), getProperties().movingPattern);
  if (getAccumulate() && getInto())
    read(visit, getInto(), getProperties().destinationPattern);
  write(visit, getResult(), getProperties().destinationPattern);
}

void TransposeOp::forEachAccess(Visit visit) {
  read(visit, getSource(), getProperties().sourcePattern);
  write(visit, getResult(), getProperties().destinationPattern);
}

void TensorTensorOp::forEachAccess(Visit visit) {
  read(visit, getLeft(), getProperties().leftPattern);
  read(visit, getRight(), getProperties().rightPattern);
  write(visit, getResult(), getProperties().destinationPattern);
}

void TensorScalarOp::forEachAccess(Visit visit) {
  read(visit, getSource(), getProperties().sourcePattern);
  unsigned partitions = getDestinationPattern().partitions;
  readPointer(visit, getPointer0(), getScalar0(), partitions);
  readPointer(visit, getPointer1(), getScalar1(), partitions);
  write(visit, getResult(), getProperties().destinationPattern);
}

void ReduceOp::forEachAccess(Visit visit) {
  read(visit, getSource(), getProperties().sourcePattern);
  write(visit, getResult(), getProperties().destinationPattern);
}

void SelectOp::forEachAccess(Visit visit) {
  read(visit, getPredicate(), getProperties().predicatePattern);
  read(visit, getSource(), getProperties().sourcePattern);
  read(visit, getInto(), getProperties().destinationPattern);
  write(visit, getResult(), getProperties().destinationPattern);
}

void CopyOp::forEachAccess(Visit visit) {
  read(visit, getSource(), getProperties().sourcePattern);
  write(visit, getResult(), getProperties().destinationPattern);
}

void MemsetOp::forEachAccess(Visit visit) {
  write(visit, getResult(), getProperties().destinationPattern);
}

void ActivateOp::forEachAccess(Visit visit) {
  read(visit, getSource(), getProperties().sourcePattern);
  unsigned partitions = getDestinationPattern().partitions;
  readPointer(visit, getScalePointer(), getScale(), partitions);
  readPointer(visit, getBiasPointer(), getBias(), partitions);
  write(visit, getResult(), getProperties().destinationPattern);
}

void WaitOp::forEachAccess(Visit) {}
void SignalOp::forEachAccess(Visit) {}
