//===- Check.cpp - What --check watches -----------------------------------===//
//
// Runs around each instruction, over the accesses that the table declares.
//
//===----------------------------------------------------------------------===//
#include "Check.h"
#include "Cores.h"
#include "Dma.h"
#include "Program.h"
#include "glia/Support/Error.h"

namespace glia::interpreter {

llvm::Expected<std::unique_ptr<Checker>>
Checker::create(Core &core, const ObjectImage &image) {
  std::unique_ptr<Checker> checker(new Checker(core, image));
  uint64_t psumBytes = core.psum.stride() * numPartitions;
  for (auto [map, bytes] :
       {std::pair(&checker->sbuf, core.sbuf.stride() * numPartitions),
        std::pair(&checker->psum, psumBytes),
        std::pair(&checker->hbm, core.hbm.bytes()),
        std::pair(&checker->products, psumBytes)}) {
    llvm::Expected<PoisonMap> made = PoisonMap::create(bytes);
    if (!made)
      return made.takeError();
    *map = std::move(*made);
  }
  for (const ConstantSpan &constant : image.constants)
    if (constant.isOn(core.number))
      checker->hbm.set(constant.hbmOffset, constant.bytes, false);
  checker->reset();
  return checker;
}

void Checker::reset() {
  for (PoisonMap *map : {&sbuf, &psum, &products})
    map->clear();
  for (const Binding &binding : image.bindings)
    if (binding.kind == BindingKind::output && binding.isOn(core.number))
      hbm.set(binding.hbmOffset, binding.bytes, true);
  races = std::make_shared<RaceDetector>();
  actorCore = 0;
  ranges.clear();
  accumulators = {};
  pending.reset();
  started = false;
}

void Checker::shareRaces(std::shared_ptr<RaceDetector> shared) {
  races = std::move(shared);
  actorCore = core.number;
}

void Checker::meetQueues(
    llvm::ArrayRef<std::pair<Checker *, unsigned>> queues) {
  std::vector<std::pair<unsigned, unsigned>> actors;
  for (auto [checker, queue] : queues)
    actors.push_back({checker->actorCore, queue});
  if (!queues.empty() && queues.front().first->races->isShared())
    queues.front().first->races->meetQueues(actors);
}

void Checker::note(llvm::Error error) {
  llvm::handleAllErrors(std::move(error), [&](const GliaError &coded) {
    if (!pending)
      pending = coded;
  });
}

void Checker::defineInput(uint64_t offset, uint64_t bytes) {
  hbm.set(offset, bytes, false);
}

Checker::Place Checker::place(const isa::OnChipOperand &operand) {
  OnChipMemory &memory = core.memory(operand.space);
  uint64_t start =
      operand.startPartition * memory.stride() + operand.byteOffset;
  return {this, operand.space == isa::Space::psum ? &psum : &sbuf, start,
          onChipPattern(operand, memory.stride())};
}

std::optional<Checker::Place> Checker::place(const isa::HbmOperand &operand,
                                             const Stream &stream) {
  Pattern pattern = hbmPattern(operand);
  unsigned __int128 start = operand.offset;
  if (operand.baseRegister != isa::noRegister5)
    start += stream.addresses[operand.baseRegister];
  __int128 low = static_cast<__int128>(start) + pattern.low(),
           high = static_cast<__int128>(start) + pattern.high();
  if (low < 0 || high > static_cast<__int128>(core.hbm.bytes()))
    return std::nullopt; // the instruction itself traps
  return Place{this, &hbm, static_cast<uint64_t>(start), std::move(pattern)};
}

Checker::Place Checker::place(const isa::ScalarOperand &operand,
                              unsigned partitions) {
  Pattern pattern;
  pattern.elementBytes = elementBytes(operand.type);
  pattern.push(partitions, static_cast<int64_t>(core.sbuf.stride()));
  return {this, &sbuf,
          operand.startPartition * core.sbuf.stride() + operand.bits,
          std::move(pattern)};
}

llvm::Error Checker::checkRead(llvm::StringRef operand, const Place &place) {
  std::optional<uint64_t> at = place.map->find(place.start, place.pattern);
  if (!at)
    return llvm::Error::success();
  const Checker &owner = *place.owner;
  std::string where;
  if (place.map == &owner.hbm) {
    where = "HBM byte " + std::to_string(*at);
  } else {
    bool isPsum = place.map == &owner.psum;
    uint64_t stride = (isPsum ? owner.core.psum : owner.core.sbuf).stride();
    where = "byte " + std::to_string(*at % stride) + " of " +
            (isPsum ? "psum" : "sbuf") + " partition " +
            std::to_string(*at / stride);
  }
  if (&owner != this)
    where += " of core " + std::to_string(owner.core.number);
  return makeError(ErrorCode::E3404, "`" + operand + "` reads " + where +
                                         ", which nothing has written");
}

/// Its rows of HBM are chosen by indices; they are checked one by one, when
/// they are moved.
static bool isByRow(const isa::Instruction &instruction) {
  return std::holds_alternative<isa::DmaGather>(instruction) ||
         std::holds_alternative<isa::DmaScatter>(instruction);
}

/// Leaves some elements of its destination as they are, and tells which it
/// takes: a select by its predicate, a gather on chip with `skip`.
static bool keepsElements(const isa::Instruction &instruction) {
  return std::visit(
      [](const auto &x) {
        if constexpr (requires { x.skip; } && !requires { x.queue; })
          return x.skip;
        return std::is_same_v<std::remove_cvref_t<decltype(x)>, isa::Select>;
      },
      instruction);
}

static bool isCollective(const isa::Instruction &instruction) {
  return std::visit([](const auto &x) { return x.isCollective; }, instruction);
}

/// A collective that copies bits.
static bool movesAmongCores(const isa::Instruction &instruction) {
  return std::visit(
      [](const auto &x) { return x.isCollective && !requires { x.op; }; },
      instruction);
}

unsigned scalarPartitions(const isa::Instruction &instruction) {
  return std::visit(
      [](const auto &x) -> unsigned {
        if constexpr (requires { x.source.partitions; })
          return x.source.partitions;
        else if constexpr (requires { x.destination.partitions; })
          return x.destination.partitions;
        return 1;
      },
      instruction);
}

Checker *Checker::checkerOf(uint32_t number) {
  if (number == isa::selfCore || number == core.number)
    return this;
  Core *other = core.cores ? core.cores->find(number) : nullptr;
  return other ? other->checker.get() : nullptr;
}

void Checker::forEachPlace(const isa::Instruction &instruction,
                           const isa::Access &access,
                           llvm::function_ref<void(const Place &)> callback) {
  if (access.scalar)
    return callback(place(*access.scalar, scalarPartitions(instruction)));
  Checker *owner = checkerOf(coreOf(instruction, access));
  if (!owner)
    return;
  if (access.hbm) {
    if (std::optional<Place> where = owner->place(*access.hbm, *core.stream))
      callback(*where);
    return;
  }
  if (!access.rows)
    return callback(owner->place(*access.onChip));
  isa::OnChipOperand row = *access.onChip;
  row.partitions = 1;
  for (unsigned i = 0; i < access.onChip->partitions; ++i)
    if (access.rows->test(i)) {
      row.startPartition =
          static_cast<uint8_t>(access.onChip->startPartition + i);
      callback(owner->place(row));
    }
}

/// Lanes of the engine's row accumulators.
static std::bitset<numPartitions> lanesOf(const isa::AccumulatorUse &use) {
  std::bitset<numPartitions> all;
  for (unsigned i = 0; i < use.partitions; ++i)
    all.set((use.startPartition + i) % numPartitions);
  return all;
}

llvm::Error
Checker::checkAccumulators(const DecodedInstruction &instruction) const {
  isa::AccumulatorUse use = isa::accumulatorUse(instruction.instruction);
  if (!use.reads)
    return llvm::Error::success();
  size_t engine = static_cast<size_t>(isa::engine(instruction.instruction));
  std::bitset<numPartitions> lacking = lanesOf(use) & ~accumulators[engine];
  if (lacking.none())
    return llvm::Error::success();
  return makeError(ErrorCode::E3404, "reads the row accumulator of partition " +
                                         llvm::Twine(lacking._Find_first()) +
                                         ", which nothing has written");
}

llvm::Error Checker::checkReads(const DecodedInstruction &instruction) {
  // What copies bits takes poison and all; what is kept may be undefined, and
  // stays so.
  bool carries = isPlainCopy(instruction.instruction) ||
                 movesAmongCores(instruction.instruction),
       keeps = keepsElements(instruction.instruction);
  llvm::Error result = llvm::Error::success();
  isa::forEachAccess(instruction.instruction, [&](isa::Access access) {
    if (result || access.isWrite || (keeps && access.name == "destination") ||
        (carries && access.name == "source") ||
        (access.hbm && isByRow(instruction.instruction)))
      return;
    forEachPlace(instruction.instruction, access, [&](const Place &where) {
      if (!result)
        result = checkRead(access.name, where);
    });
  });
  return result ? std::move(result) : checkAccumulators(instruction);
}

/// Writes the sum of a matrix product into PSUM, with or without what is there.
template <typename T>
static constexpr bool isMatrixProduct = requires(T x) {
  x.moving;
  x.accumulate;
};

llvm::Error Checker::checkAccumulation(const isa::Instruction &instruction) {
  const isa::OnChipOperand *target = std::visit(
      [](const auto &x) -> const isa::OnChipOperand * {
        if constexpr (isMatrixProduct<std::remove_cvref_t<decltype(x)>>)
          return x.accumulate ? &x.destination : nullptr;
        return nullptr;
      },
      instruction);
  if (!target)
    return llvm::Error::success();
  Place where = place(*target);
  if (!products.find(where.start, where.pattern))
    return llvm::Error::success();
  return makeError(ErrorCode::E3411,
                   "accumulates onto psum that was last written by something "
                   "else than a matrix product");
}

/// What an instruction reads where it writes must be found as it was, so what
/// becomes of the poison is settled before it runs.
void Checker::carryPoison(const isa::Instruction &instruction) {
  std::optional<Place> source, destination;
  isa::forEachAccess(instruction, [&](isa::Access access) {
    forEachPlace(instruction, access, [&](const Place &where) {
      (access.isWrite ? destination : source) = where;
    });
  });
  if (source && destination)
    PoisonMap::copy(*destination->map, destination->start, destination->pattern,
                    *source->map, source->start, source->pattern);
}

void Checker::gatherRow(const isa::DmaGather &gather, unsigned partition,
                        const uint8_t *start, const Pattern &row) {
  isa::OnChipOperand slot = gather.destination;
  slot.startPartition = static_cast<uint8_t>(slot.startPartition + partition);
  slot.partitions = 1;
  Place to = place(slot);
  Checker &owner = *checkerOf(gather.source.core);
  auto offset = static_cast<uint64_t>(start - owner.core.hbm.data());
  if (copiesPlainly(gather))
    return PoisonMap::copy(*to.map, to.start, to.pattern, owner.hbm, offset,
                           row);
  note(checkRead("source", {&owner, &owner.hbm, offset, row}));
  to.map->set(to.start, to.pattern, false);
}

void Checker::scatterRow(const isa::DmaScatter &scatter, unsigned partition,
                         const uint8_t *start, const Pattern &row) {
  isa::OnChipOperand slot = scatter.source;
  slot.startPartition = static_cast<uint8_t>(slot.startPartition + partition);
  slot.partitions = 1;
  Place from = place(slot);
  Checker &owner = *checkerOf(scatter.destination.core);
  auto offset = static_cast<uint64_t>(start - owner.core.hbm.data());
  if (copiesPlainly(scatter))
    return PoisonMap::copy(owner.hbm, offset, row, *from.map, from.start,
                           from.pattern);
  if (scatter.accumulate)
    note(checkRead("destination", {&owner, &owner.hbm, offset, row}));
  owner.hbm.set(offset, row, false);
}

void Checker::defineTaken(const isa::OnChipOperand &destination,
                          const std::vector<bool> &taken) {
  Place where = place(destination);
  unsigned bytes = where.pattern.elementBytes;
  size_t element = 0;
  forEachRun(where.pattern, [&](int64_t offset, uint64_t length) {
    for (uint64_t i = 0; i < length; i += bytes)
      if (taken[element++])
        where.map->set(where.start + static_cast<uint64_t>(offset) + i, bytes,
                       false);
  });
}

/// Elements of its destination that a select takes.
static std::vector<bool> takenBy(Core &core, const isa::Select &select) {
  Pattern flags = rowPattern(select.predicate);
  uint64_t n = select.predicate.elementsPerPartition();
  std::vector<uint8_t> dense(n * flags.elementBytes);
  std::vector<bool> taken;
  for (unsigned p = 0; p < select.destination.partitions; ++p) {
    gather(core.start(select.predicate, p), flags, dense.data());
    for (uint64_t i = 0; i < n; ++i) {
      uint32_t flag = 0;
      std::memcpy(&flag, dense.data() + i * flags.elementBytes,
                  flags.elementBytes);
      taken.push_back(flag != 0);
    }
  }
  return taken;
}

llvm::Error Checker::takePending() {
  if (!pending)
    return llvm::Error::success();
  return makeError(std::move(*std::exchange(pending, std::nullopt)));
}

llvm::Error Checker::before(unsigned engine,
                            const DecodedInstruction &instruction) {
  if (llvm::Error error = takePending())
    return error;
  if (llvm::Error error = recordAccesses(engine, instruction))
    return error;
  if (llvm::Error error = checkReads(instruction))
    return error;
  if (llvm::Error error = checkAccumulation(instruction.instruction))
    return error;
  ranges.look(core, image, program, instruction);
  if (isPlainCopy(instruction.instruction) && !isByRow(instruction.instruction))
    carryPoison(instruction.instruction);
  // The destination may cover the predicate.
  if (const auto *select = std::get_if<isa::Select>(&instruction.instruction))
    defineTaken(select->destination, takenBy(core, *select));
  return llvm::Error::success();
}

llvm::Error Checker::after(const DecodedInstruction &instruction) {
  if (llvm::Error error = takePending())
    return error;
  const isa::Instruction &what = instruction.instruction;
  bool isSettled = isPlainCopy(what) || isByRow(what) || keepsElements(what) ||
                   isCollective(what);
  bool isProduct = std::visit(
      [](const auto &x) {
        return isMatrixProduct<std::remove_cvref_t<decltype(x)>>;
      },
      what);
  isa::forEachAccess(what, [&](isa::Access access) {
    if (!access.isWrite)
      return;
    forEachPlace(what, access, [&](const Place &where) {
      if (!isSettled)
        where.map->set(where.start, where.pattern, false);
      if (where.map == &psum)
        products.set(where.start, where.pattern, !isProduct);
    });
  });
  if (isa::AccumulatorUse use = isa::accumulatorUse(what); use.writes)
    accumulators[static_cast<size_t>(isa::engine(what))] |= lanesOf(use);
  return llvm::Error::success();
}

/// Bytes of a binding that an entry is about: one of a smaller bucket leaves the
/// rest alone.
static uint64_t bytesOf(const ObjectImage &image, size_t binding,
                        const Entry &entry) {
  std::optional<int64_t> size = image.bucketSize(entry);
  if (!size)
    return image.bindings[binding].bytes;
  uint64_t count = 1;
  for (int64_t extent : image.shapeAt(binding, *size))
    count *= uint64_t(extent);
  return storageBytes(image.bindings[binding].type, count);
}

llvm::Error Checker::finish(const Entry &entry) {
  if (llvm::Error error = takePending())
    return error;
  for (auto [number, binding] : llvm::enumerate(image.bindings))
    if (binding.kind == BindingKind::output && binding.isOn(core.number))
      if (std::optional<uint64_t> at =
              hbm.find(binding.hbmOffset, bytesOf(image, number, entry)))
        return makeError(ErrorCode::E3404,
                         "byte " + llvm::Twine(*at - binding.hbmOffset) +
                             " of output `" + binding.name +
                             "` was never written");
  for (auto [semaphore, value] : llvm::enumerate(core.semaphores))
    if (value != 0)
      return makeError(ErrorCode::E3412,
                       "semaphore s" + llvm::Twine(semaphore) + " is " +
                           llvm::Twine(value) +
                           " at the end, expects 0 as at the start");
  return llvm::Error::success();
}

} // namespace glia::interpreter
