//===- Check.cpp - What --check watches -----------------------------------===//
//
// Runs around each instruction, over the accesses that the table declares.
//
//===----------------------------------------------------------------------===//
#include "Check.h"
#include "Dma.h"
#include "Program.h"
#include "glia/Support/Error.h"

namespace glia::interpreter {

Checker::Checker(Core &core, const ObjectImage &image)
    : core(core), image(image), sbuf(core.sbuf.stride() * numPartitions),
      psum(core.psum.stride() * numPartitions), hbm(core.hbm.bytes()),
      products(core.psum.stride() * numPartitions) {
  for (const ConstantSpan &constant : image.constants)
    hbm.set(constant.hbmOffset, constant.bytes, false);
  reset();
}

void Checker::reset() {
  sbuf.set(0, core.sbuf.stride() * numPartitions, true);
  psum.set(0, core.psum.stride() * numPartitions, true);
  products.set(0, core.psum.stride() * numPartitions, true);
  for (const Binding &binding : image.bindings)
    if (binding.kind == BindingKind::output)
      hbm.set(binding.hbmOffset, binding.bytes, true);
  races.reset();
}

void Checker::defineInput(uint64_t offset, uint64_t bytes) {
  hbm.set(offset, bytes, false);
}

Checker::Place Checker::place(const isa::OnChipOperand &operand) {
  OnChipMemory &memory = core.memory(operand.space);
  uint64_t start =
      operand.startPartition * memory.stride() + operand.byteOffset;
  return {operand.space == isa::Space::psum ? &psum : &sbuf, start,
          onChipPattern(operand, memory.stride())};
}

std::optional<Checker::Place> Checker::place(const isa::HbmOperand &operand) {
  Pattern pattern = hbmPattern(operand);
  unsigned __int128 start = operand.offset;
  if (operand.baseRegister != isa::noRegister5)
    start += core.stream->addresses[operand.baseRegister];
  __int128 low = static_cast<__int128>(start) + pattern.low(),
           high = static_cast<__int128>(start) + pattern.high();
  if (low < 0 || high > static_cast<__int128>(core.hbm.bytes()))
    return std::nullopt; // the instruction itself traps
  return Place{&hbm, static_cast<uint64_t>(start), std::move(pattern)};
}

Checker::Place Checker::place(const isa::ScalarOperand &operand,
                              unsigned partitions) {
  Pattern pattern;
  pattern.elementBytes = elementBytes(operand.type);
  pattern.push(partitions, static_cast<int64_t>(core.sbuf.stride()));
  return {&sbuf, operand.startPartition * core.sbuf.stride() + operand.bits,
          std::move(pattern)};
}

llvm::Error Checker::checkRead(llvm::StringRef operand, const Place &place) {
  std::optional<uint64_t> at = place.map->find(place.start, place.pattern);
  if (!at)
    return llvm::Error::success();
  if (place.map == &hbm)
    return makeError(ErrorCode::E3404, "`" + operand + "` reads HBM byte " +
                                           llvm::Twine(*at) +
                                           ", which nothing has written");
  uint64_t stride = (place.map == &psum ? core.psum : core.sbuf).stride();
  return makeError(ErrorCode::E3404,
                   "`" + operand + "` reads byte " + llvm::Twine(*at % stride) +
                       " of " + (place.map == &psum ? "psum" : "sbuf") +
                       " partition " + llvm::Twine(*at / stride) +
                       ", which nothing has written");
}

/// Its rows of HBM are chosen by indices; they are checked one by one, when
/// they are moved.
static bool isByRow(const isa::Instruction &instruction) {
  return std::holds_alternative<isa::DmaGather>(instruction) ||
         std::holds_alternative<isa::DmaScatter>(instruction);
}

/// Partitions that a scalar operand has values for.
static unsigned scalarPartitions(const isa::Instruction &instruction) {
  if (const auto *x = std::get_if<isa::TensorScalar>(&instruction))
    return x->source.partitions;
  if (const auto *x = std::get_if<isa::Activate>(&instruction))
    return x->source.partitions;
  return 1;
}

llvm::Error Checker::checkReads(const DecodedInstruction &instruction) {
  // A plain DMA copies bits, poison and all.
  bool plain = isPlainCopy(instruction.instruction);
  llvm::Error result = llvm::Error::success();
  isa::forEachAccess(instruction.instruction, [&](isa::Access access) {
    bool isData = access.name == "source";
    // What a select keeps may be undefined; it stays so.
    bool isKept =
        std::holds_alternative<isa::Select>(instruction.instruction) &&
        access.name == "destination";
    if (result || access.isWrite || isKept || (plain && isData))
      return;
    if (access.hbm) {
      if (std::optional<Place> where = isByRow(instruction.instruction)
                                           ? std::nullopt
                                           : place(*access.hbm))
        result = checkRead(access.name, *where);
    } else {
      result = checkRead(
          access.name, access.onChip
                           ? place(*access.onChip)
                           : place(*access.scalar,
                                   scalarPartitions(instruction.instruction)));
    }
  });
  return result;
}

llvm::Error Checker::checkAccumulation(const isa::MultiplyMoving &multiply) {
  if (!multiply.accumulate)
    return llvm::Error::success();
  Place where = place(multiply.destination);
  if (!products.find(where.start, where.pattern))
    return llvm::Error::success();
  return makeError(ErrorCode::E3411,
                   "accumulates onto psum that was last written by something "
                   "else than a matrix product");
}

llvm::Error Checker::recordAccesses(unsigned engine,
                                    const DecodedInstruction &instruction) {
  std::optional<unsigned> queue = std::visit(
      [](const auto &x) -> std::optional<unsigned> {
        if constexpr (requires { x.queue; })
          return x.queue;
        else
          return std::nullopt;
      },
      instruction.instruction);
  if (queue)
    races.beginDma(engine, *queue);
  else
    races.beginStream(engine);
  llvm::Error result = llvm::Error::success();
  isa::forEachAccess(instruction.instruction, [&](isa::Access access) {
    if (result)
      return;
    RaceDetector::Area area;
    if (access.onChip) {
      area = {access.onChip->space, access.onChip->startPartition,
              access.onChip->partitions, access.onChip->byteOffset,
              rowPattern(*access.onChip)};
    } else if (access.scalar) {
      Pattern one;
      one.elementBytes = elementBytes(access.scalar->type);
      area = {isa::Space::sbuf, access.scalar->startPartition,
              scalarPartitions(instruction.instruction), access.scalar->bits,
              one};
    } else {
      std::optional<Place> where = place(*access.hbm);
      if (!where)
        return;
      // Constants are never written, so nothing conflicts with reading them.
      uint64_t low = where->start + static_cast<uint64_t>(where->pattern.low());
      if (!access.isWrite && core.hbm.touchesConstant(low, low + 1))
        return;
      area = {isa::Space::hbm, 0, 1, where->start, std::move(where->pattern)};
    }
    if (const RaceDetector::Access *other =
            races.access(std::move(area), access.isWrite, instruction.pc))
      result = makeError(
          GliaError(ErrorCode::E3410,
                    "`" + access.name.str() + "` " +
                        (access.isWrite ? "writes" : "reads") + " bytes that " +
                        describeActor(*other) +
                        (other->isWrite ? " writes" : " reads") +
                        ", and nothing orders the two")
              .with("other_node",
                    describeNode(image, program, other->engine, other->pc)));
  });
  return result;
}

llvm::Error Checker::before(unsigned engine,
                            const DecodedInstruction &instruction) {
  if (llvm::Error error = recordAccesses(engine, instruction))
    return error;
  if (llvm::Error error = checkReads(instruction))
    return error;
  if (const auto *multiply =
          std::get_if<isa::MultiplyMoving>(&instruction.instruction))
    return checkAccumulation(*multiply);
  // An instruction that reads where it writes must find the poison as it was;
  // so what a plain DMA carries is moved before it runs.
  if (!isPlainCopy(instruction.instruction) || isByRow(instruction.instruction))
    return llvm::Error::success();
  std::optional<Place> source, destination;
  isa::forEachAccess(instruction.instruction, [&](isa::Access access) {
    (access.isWrite ? destination : source) =
        access.hbm ? place(*access.hbm) : place(*access.onChip);
  });
  if (source && destination)
    PoisonMap::copy(*destination->map, destination->start, destination->pattern,
                    *source->map, source->start, source->pattern);
  return llvm::Error::success();
}

void Checker::gatherRow(const isa::DmaGather &gather, unsigned partition,
                        uint64_t offset, const Pattern &row) {
  isa::OnChipOperand slot = gather.destination;
  slot.startPartition = static_cast<uint8_t>(slot.startPartition + partition);
  slot.partitions = 1;
  Place to = place(slot);
  if (copiesPlainly(gather))
    return PoisonMap::copy(*to.map, to.start, to.pattern, hbm, offset, row);
  if (!gatherError)
    gatherError = checkRead("source", {&hbm, offset, row});
  to.map->set(to.start, to.pattern, false);
}

void Checker::scatterRow(const isa::DmaScatter &scatter, unsigned partition,
                         uint64_t offset, const Pattern &row) {
  isa::OnChipOperand slot = scatter.source;
  slot.startPartition = static_cast<uint8_t>(slot.startPartition + partition);
  slot.partitions = 1;
  Place from = place(slot);
  if (copiesPlainly(scatter))
    return PoisonMap::copy(hbm, offset, row, *from.map, from.start,
                           from.pattern);
  if (scatter.accumulate && !gatherError)
    gatherError = checkRead("destination", {&hbm, offset, row});
  hbm.set(offset, row, false);
}

/// Elements that a select took are defined, the others stay what they were.
static void defineSelected(Core &core, const isa::Select &select,
                           PoisonMap &map, uint64_t start, uint64_t stride) {
  Pattern row = rowPattern(select.destination),
          flags = rowPattern(select.predicate);
  std::vector<uint8_t> dense(select.predicate.elementsPerPartition() *
                             flags.elementBytes);
  for (unsigned p = 0; p < select.destination.partitions; ++p) {
    gather(core.start(select.predicate, p), flags, dense.data());
    uint64_t element = 0;
    forEachRun(row, [&](int64_t offset, uint64_t bytes) {
      for (uint64_t i = 0; i < bytes; i += row.elementBytes, ++element) {
        uint32_t flag = 0;
        std::memcpy(&flag, dense.data() + element * flags.elementBytes,
                    flags.elementBytes);
        if (flag)
          map.set(start + p * stride + static_cast<uint64_t>(offset) + i,
                  row.elementBytes, false);
      }
    });
  }
}

llvm::Error Checker::after(const DecodedInstruction &instruction) {
  if (const auto *select = std::get_if<isa::Select>(&instruction.instruction)) {
    Place where = place(select->destination);
    defineSelected(core, *select, *where.map, where.start,
                   core.memory(select->destination.space).stride());
    return llvm::Error::success();
  }
  bool plain =
      isPlainCopy(instruction.instruction) || isByRow(instruction.instruction);
  bool isProduct =
      std::holds_alternative<isa::MultiplyMoving>(instruction.instruction);
  isa::forEachAccess(instruction.instruction, [&](isa::Access access) {
    if (!access.isWrite)
      return;
    if (std::optional<Place> where =
            access.hbm ? place(*access.hbm) : place(*access.onChip)) {
      if (!plain)
        where->map->set(where->start, where->pattern, false);
      if (where->map == &psum)
        products.set(where->start, where->pattern, !isProduct);
    }
  });
  return std::exchange(gatherError, llvm::Error::success());
}

llvm::Error Checker::finish() {
  for (const Binding &binding : image.bindings)
    if (binding.kind == BindingKind::output)
      if (std::optional<uint64_t> at =
              hbm.find(binding.hbmOffset, binding.bytes))
        return makeError(ErrorCode::E3404,
                         "byte " + llvm::Twine(*at - binding.hbmOffset) +
                             " of output `" + binding.name +
                             "` was never written");
  return llvm::Error::success();
}

} // namespace glia::interpreter
