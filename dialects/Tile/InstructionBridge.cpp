//===- InstructionBridge.cpp - A tile op as machine instructions ----------===//
//
// Operands get their addresses, everything else is taken over field by field.
//
//===----------------------------------------------------------------------===//
#include "dialects/Tile/InstructionBridge.h"
#include "glia/Support/CastPolicy.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace glia;
using namespace glia::tile;

namespace {

class Bridge {
public:
  explicit Bridge(AddressOf addressOf) : addressOf(addressOf) {}

  isa::OnChipOperand onChip(Value value, const AccessPattern &pattern) const {
    auto type = cast<TileType>(value.getType());
    isa::OnChipOperand operand;
    operand.space = type.getPsum() ? isa::Space::psum : isa::Space::sbuf;
    operand.type = *machineType(type.getElementType());
    operand.startPartition = pattern.startPartition;
    operand.partitions = pattern.partitions;
    operand.rank = pattern.rank;
    operand.byteOffset = addressOf(value) + int64_t(pattern.offset) * elementBytes(type.getElementType());
    for (unsigned i = 0; i < pattern.rank; ++i) {
      operand.count[i] = pattern.count[i];
      operand.stride[i] = pattern.stride[i];
    }
    return operand;
  }

  isa::HbmOperand hbm(Value value, const BufferPattern &pattern) const {
    isa::HbmOperand operand;
    operand.type = *machineType(cast<BufferType>(value.getType()).getElementType());
    operand.rank = pattern.rank;
    operand.offset = addressOf(value) + pattern.offset;
    for (unsigned i = 0; i < pattern.rank; ++i) {
      operand.count[i] = pattern.count[i];
      operand.stride[i] = pattern.stride[i];
    }
    return operand;
  }

  isa::ScalarOperand scalar(const ScalarSource &source, Value pointer, ElementType immediateType) const {
    isa::ScalarOperand operand;
    operand.isPointer = source.isPointer;
    operand.type = immediateType;
    operand.bits = source.bits;
    if (source.isPointer) {
      Type elementType = cast<TileType>(pointer.getType()).getElementType();
      operand.type = *machineType(elementType);
      operand.startPartition = source.startPartition;
      operand.bits = addressOf(pointer) + int64_t(source.bits) * elementBytes(elementType);
    }
    return operand;
  }

private:
  AddressOf addressOf;
};

/// An immediate is an int32 where the step works on integers exactly.
isa::ScalarOperand stepScalar(const Bridge &bridge, TensorScalarOp op, isa::AluOp step, const ScalarSource &source, Value pointer) {
  if (isa::isUnary(step))
    return {};
  ElementType tensor = *machineType(cast<TileType>(op.getSource().getType()).getElementType());
  bool exact = isa::isBitwise(step) || (op.getEngine() == isa::Engine::gpsimd && isInteger(tensor) && bitWidth(tensor) >= 32);
  return bridge.scalar(source, pointer, exact ? ElementType::i32 : ElementType::f32);
}

template <typename Instruction> Instruction dma(EngineOpInterface op) {
  Instruction instruction;
  const DmaIssue &issue = *op.getDmaIssue();
  instruction.engine = op.getEngine();
  instruction.queue = issue.queue < 0 ? 0 : issue.queue;
  instruction.signalBase = issue.signalBase;
  instruction.signalMask = issue.signalMask;
  return instruction;
}

template <typename Instruction> Instruction compute(EngineOpInterface op) {
  Instruction instruction;
  instruction.engine = op.getEngine();
  return instruction;
}

using Instructions = llvm::SmallVector<isa::Instruction, 2>;

Instructions convert(LoadOp op, const Bridge &bridge) {
  auto load = dma<isa::DmaLoad>(op);
  load.destination = bridge.onChip(op.getResult(), op.getDestinationPattern());
  load.source = bridge.hbm(op.getSource(), op.getSourcePattern());
  return {load};
}

Instructions convert(StoreOp op, const Bridge &bridge) {
  auto store = dma<isa::DmaStore>(op);
  store.destination = bridge.hbm(op.getDestination(), op.getDestinationPattern());
  store.source = bridge.onChip(op.getSource(), op.getSourcePattern());
  return {store};
}

Instructions convert(CopyBufferOp op, const Bridge &bridge) {
  auto copy = dma<isa::DmaCopy>(op);
  copy.destination = bridge.hbm(op.getDestination(), op.getDestinationPattern());
  copy.source = bridge.hbm(op.getSource(), op.getSourcePattern());
  return {copy};
}

template <typename Instruction, typename Op> Instruction collective(Op op, const Bridge &bridge) {
  auto instruction = dma<Instruction>(op);
  instruction.destination = bridge.hbm(op.getDestination(), op.getDestinationPattern());
  instruction.source = bridge.hbm(op.getSource(), op.getSourcePattern());
  instruction.group = op.getGroup();
  if constexpr (requires { op.getReduceOp(); })
    instruction.op = op.getReduceOp();
  return instruction;
}

Instructions convert(AllReduceOp op, const Bridge &bridge) { return {collective<isa::AllReduce>(op, bridge)}; }
Instructions convert(AllGatherOp op, const Bridge &bridge) { return {collective<isa::AllGather>(op, bridge)}; }
Instructions convert(ReduceScatterOp op, const Bridge &bridge) { return {collective<isa::ReduceScatter>(op, bridge)}; }

Instructions convert(MoveOp op, const Bridge &bridge) {
  auto move = dma<isa::DmaMove>(op);
  move.destination = bridge.onChip(op.getResult(), op.getDestinationPattern());
  move.source = bridge.onChip(op.getSource(), op.getSourcePattern());
  return {move};
}

Instructions convert(GatherOp op, const Bridge &bridge) {
  auto gather = dma<isa::DmaGather>(op);
  gather.destination = bridge.onChip(op.getResult(), op.getDestinationPattern());
  gather.index = bridge.onChip(op.getIndex(), op.getIndexPattern());
  gather.source = bridge.hbm(op.getSource(), op.getSourcePattern());
  gather.wrap = op.getWrap();
  return {gather};
}

Instructions convert(ScatterOp op, const Bridge &bridge) {
  auto scatter = dma<isa::DmaScatter>(op);
  scatter.destination = bridge.hbm(op.getDestination(), op.getDestinationPattern());
  scatter.index = bridge.onChip(op.getIndex(), op.getIndexPattern());
  scatter.source = bridge.onChip(op.getSource(), op.getSourcePattern());
  scatter.wrap = op.getWrap();
  scatter.skip = op.getSkip();
  return {scatter};
}

Instructions convert(MatmulOp op, const Bridge &bridge) {
  auto load = compute<isa::LoadStationary>(op);
  load.stationary = bridge.onChip(op.getStationary(), op.getStationaryPattern());
  auto multiply = compute<isa::MultiplyMoving>(op);
  multiply.destination = bridge.onChip(op.getResult(), op.getDestinationPattern());
  multiply.moving = bridge.onChip(op.getMoving(), op.getMovingPattern());
  multiply.accumulate = op.getAccumulate();
  multiply.stationaryType = isa::matmulType(load.stationary.type);
  return {load, multiply};
}

Instructions convert(TransposeOp op, const Bridge &bridge) {
  auto transpose = compute<isa::Transpose>(op);
  transpose.destination = bridge.onChip(op.getResult(), op.getDestinationPattern());
  transpose.source = bridge.onChip(op.getSource(), op.getSourcePattern());
  return {transpose};
}

Instructions convert(TensorTensorOp op, const Bridge &bridge) {
  auto combine = compute<isa::TensorTensor>(op);
  combine.destination = bridge.onChip(op.getResult(), op.getDestinationPattern());
  combine.left = bridge.onChip(op.getLeft(), op.getLeftPattern());
  combine.right = bridge.onChip(op.getRight(), op.getRightPattern());
  combine.op = op.getAluOp();
  return {combine};
}

Instructions convert(TensorScalarOp op, const Bridge &bridge) {
  auto combine = compute<isa::TensorScalar>(op);
  combine.destination = bridge.onChip(op.getResult(), op.getDestinationPattern());
  combine.source = bridge.onChip(op.getSource(), op.getSourcePattern());
  combine.scalar0 = stepScalar(bridge, op, op.getOp0(), op.getScalar0(), op.getPointer0());
  combine.scalar1 = stepScalar(bridge, op, op.getOp1(), op.getScalar1(), op.getPointer1());
  combine.op0 = op.getOp0();
  combine.op1 = op.getOp1();
  combine.reverse0 = op.getReverse0();
  combine.reverse1 = op.getReverse1();
  return {combine};
}

Instructions convert(tile::ReduceOp op, const Bridge &bridge) {
  auto reduce = compute<isa::Reduce>(op);
  reduce.destination = bridge.onChip(op.getResult(), op.getDestinationPattern());
  reduce.source = bridge.onChip(op.getSource(), op.getSourcePattern());
  reduce.op = op.getReduceOp();
  reduce.axes = op.getAxes();
  reduce.negate = op.getNegate();
  return {reduce};
}

Instructions convert(SelectOp op, const Bridge &bridge) {
  auto select = compute<isa::Select>(op);
  select.destination = bridge.onChip(op.getResult(), op.getDestinationPattern());
  select.predicate = bridge.onChip(op.getPredicate(), op.getPredicatePattern());
  select.source = bridge.onChip(op.getSource(), op.getSourcePattern());
  return {select};
}

Instructions convert(CopyOp op, const Bridge &bridge) {
  auto copy = compute<isa::Copy>(op);
  copy.destination = bridge.onChip(op.getResult(), op.getDestinationPattern());
  copy.source = bridge.onChip(op.getSource(), op.getSourcePattern());
  return {copy};
}

Instructions convert(MemsetOp op, const Bridge &bridge) {
  auto memset = compute<isa::Memset>(op);
  memset.destination = bridge.onChip(op.getResult(), op.getDestinationPattern());
  memset.value = op.getValue();
  return {memset};
}

Instructions convert(ActivateOp op, const Bridge &bridge) {
  auto activate = compute<isa::Activate>(op);
  activate.destination = bridge.onChip(op.getResult(), op.getDestinationPattern());
  activate.source = bridge.onChip(op.getSource(), op.getSourcePattern());
  activate.scale = bridge.scalar(op.getScale(), op.getScalePointer(), ElementType::f32);
  activate.bias = bridge.scalar(op.getBias(), op.getBiasPointer(), ElementType::f32);
  activate.function = op.getFunction();
  return {activate};
}

Instructions convert(WaitOp op, const Bridge &) {
  auto wait = compute<isa::SemaphoreWait>(op);
  wait.semaphore = op.getSemaphore();
  wait.value = op.getValue();
  return {wait};
}

Instructions convert(SignalOp op, const Bridge &) {
  int64_t value = op.getValue();
  if (value < 0) {
    auto subtract = compute<isa::SemaphoreSubtract>(op);
    subtract.semaphore = op.getSemaphore();
    subtract.value = -value;
    return {subtract};
  }
  auto add = compute<isa::SemaphoreAdd>(op);
  add.semaphore = op.getSemaphore();
  add.value = value;
  return {add};
}

/// Engines compute in fp32 and cast what they store; a transfer moves bytes.
template <typename Instruction> void saturateWhereCastsDo(Instruction &x) {
  if constexpr (requires { x.saturate; x.destination.type; })
    if constexpr (!Instruction::isDma && !Instruction::isCollective)
      x.saturate |= castSaturates(x.destination.type);
}

} // namespace

Instructions glia::tile::toInstructions(EngineOpInterface op, AddressOf addressOf) {
  Bridge bridge(addressOf);
  Instructions instructions = llvm::TypeSwitch<Operation *, Instructions>(op.getOperation())
      .Case<LoadOp, StoreOp, CopyBufferOp, AllReduceOp, AllGatherOp, ReduceScatterOp, MoveOp, GatherOp, ScatterOp, MatmulOp, TransposeOp,
            TensorTensorOp, TensorScalarOp, tile::ReduceOp, SelectOp, CopyOp, MemsetOp, ActivateOp, WaitOp, SignalOp>([&](auto known) { return convert(known, bridge); });
  for (isa::Instruction &instruction : instructions)
    std::visit([](auto &x) { saturateWhereCastsDo(x); }, instruction);
  return instructions;
}
