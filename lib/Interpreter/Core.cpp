//===- Core.cpp - The state of one core, as instructions see it -----------===//
//
// Bounds of HBM are checked here, for every access: a base register may hold
// anything.
//
//===----------------------------------------------------------------------===//
#include "Core.h"
#include "Check.h"
#include "Cores.h"
#include "glia/Support/Error.h"

namespace glia::interpreter {

Core::Core(OnChipMemory sbuf, OnChipMemory psum, Hbm hbm,
           const isa::Target &target, const MachineOptions &options,
           const CorePlace &place)
    : sbuf(std::move(sbuf)), psum(std::move(psum)), hbm(std::move(hbm)),
      number(place.number), cores(place.cores), options(options),
      target(target), kernels(numerics::kernelsFor(options.simd)),
      threads(place.threads) {}

Core::~Core() = default;

std::vector<uint64_t> &Core::scratchBuffer(unsigned which) {
  // What lies here lives within one instruction, so cores may share it.
  thread_local std::array<std::vector<uint64_t>, 10> buffers;
  return buffers[which];
}

llvm::Expected<std::unique_ptr<Core>>
Core::create(const ObjectImage &image, Machine::WeightReader readWeights,
             const isa::Target &target, const MachineOptions &options,
             const CorePlace &place) {
  llvm::Expected<OnChipMemory> sbuf =
      OnChipMemory::create(target.sbufBytesPerPartition);
  if (!sbuf)
    return sbuf.takeError();
  llvm::Expected<OnChipMemory> psum =
      OnChipMemory::create(target.psumBanks * target.psumBankBytes);
  if (!psum)
    return psum.takeError();
  llvm::Expected<Hbm> hbm =
      Hbm::create(image, std::move(readWeights), options.maxDeviceMemory,
                  place.number, place.weights);
  if (!hbm)
    return hbm.takeError();
  std::unique_ptr<Core> core(new Core(std::move(*sbuf), std::move(*psum),
                                      std::move(*hbm), target, options, place));
  if (options.check) {
    llvm::Expected<std::unique_ptr<Checker>> checker =
        Checker::create(*core, image);
    if (!checker)
      return checker.takeError();
    core->checker = std::move(*checker);
  }
  return core;
}

void Core::defineInput(const Binding &binding) {
  if (checker)
    checker->defineInput(binding.hbmOffset, binding.bytes);
}

void Core::reset(const OnChipUse &sbufUse, const OnChipUse &psumUse) {
  if (!options.timingOnly) {
    sbuf.reset(sbufUse);
    psum.reset(psumUse);
  }
  semaphores.fill(0);
  pendingOnQueue.fill(0);
  accumulators = {};
  for (std::vector<uint64_t> &values : loadedValues)
    values.clear();
  loseStationary();
  windows.reset();
  stream = nullptr;
  blocked = false;
  if (checker)
    checker->reset();
}

std::array<float, numPartitions>
Core::scalars(const isa::ScalarOperand &operand, unsigned partitions) {
  std::array<float, numPartitions> values;
  values.fill(std::bit_cast<float>(operand.bits));
  if (operand.isPointer && operand.type == ElementType::f32)
    for (unsigned p = 0; p < partitions; ++p)
      std::memcpy(&values[p],
                  sbuf.row(operand.startPartition + p) + operand.bits, 4);
  else if (operand.isPointer)
    for (unsigned p = 0; p < partitions; ++p)
      values[p] = numerics::toFloat(
          operand.type, sbuf.row(operand.startPartition + p) + operand.bits);
  return values;
}

std::array<int64_t, numPartitions>
Core::integerScalars(const isa::ScalarOperand &operand, unsigned partitions) {
  std::array<int64_t, numPartitions> values;
  values.fill(static_cast<int32_t>(operand.bits));
  if (operand.isPointer)
    for (unsigned p = 0; p < partitions; ++p)
      numerics::convertIntegers(
          operand.type, sbuf.row(operand.startPartition + p) + operand.bits,
          ElementType::i64, &values[p], 1);
  return values;
}

Core *Core::ownerOf(const isa::HbmOperand &operand) {
  if (operand.core == isa::selfCore || operand.core == number)
    return this;
  return cores ? cores->find(operand.core) : nullptr;
}

numerics::PackedStationary &Core::loadTile(ArrayTile place,
                                           StationaryInfo info) {
  if (place.isWhole()) {
    loseStationary();
    stationaryInfo = info;
    return stationary;
  }
  stationary.m = stationary.k = 0;
  llvm::erase_if(tiles, [&](const StationaryTile &tile) {
    return tile.place.overlaps(place);
  });
  tiles.push_back(
      {place, info,
       std::make_unique_for_overwrite<numerics::PackedStationary>()});
  return *tiles.back().matrix;
}

const numerics::PackedStationary *Core::findTile(ArrayTile place,
                                                 StationaryInfo &info) const {
  if (place.isWhole()) {
    info = stationaryInfo;
    return stationary.k == 0 ? nullptr : &stationary;
  }
  for (const StationaryTile &tile : tiles)
    if (tile.place == place) {
      info = tile.info;
      return tile.matrix.get();
    }
  return nullptr;
}

llvm::Expected<uint8_t *> Core::resolve(const isa::HbmOperand &operand,
                                        const Pattern &pattern, bool isWrite,
                                        int64_t rowOffset) {
  Core *owner = ownerOf(operand);
  if (!owner)
    return makeError(ErrorCode::E3402,
                     "addresses the HBM of core " + llvm::Twine(operand.core) +
                         ", expects a core below " +
                         llvm::Twine(cores ? cores->size() : 1));
  Hbm &hbm = owner->hbm;
  unsigned __int128 base = operand.offset;
  if (operand.baseRegister != isa::noRegister5)
    base += stream->addresses[operand.baseRegister];
  __int128 start = static_cast<__int128>(base) + rowOffset;
  __int128 low = start + pattern.low(), high = start + pattern.high();
  if (low < 0 || high > static_cast<__int128>(hbm.bytes()))
    return makeError(
        ErrorCode::E3400,
        "reaches HBM bytes from " + llvm::Twine(static_cast<int64_t>(low)) +
            " to " + llvm::Twine(static_cast<int64_t>(high)) +
            ", expects addresses below " + llvm::Twine(hbm.bytes()));
  uint64_t from = static_cast<uint64_t>(low), to = static_cast<uint64_t>(high);
  if (isWrite && hbm.touchesConstant(from, to))
    return makeError(ErrorCode::E3401,
                     "writes HBM bytes from " + llvm::Twine(from) + " to " +
                         llvm::Twine(to) + ", where constants lie");
  if (llvm::Error error = hbm.load(from, to))
    return std::move(error);
  return hbm.data() + static_cast<uint64_t>(start);
}

llvm::Expected<Core *> Core::onChipCore(uint32_t other) {
  if (other == isa::selfCore || other == number)
    return this;
  if (Core *core = cores ? cores->find(other) : nullptr)
    return core;
  return makeError(ErrorCode::E3402,
                   "addresses the SBUF of core " + llvm::Twine(other) +
                       ", expects a core below " +
                       llvm::Twine(cores ? cores->size() : 1));
}

llvm::Error Core::addToSemaphore(unsigned semaphore, uint32_t value) {
  if (value > UINT32_MAX - semaphores[semaphore])
    return makeError(ErrorCode::E3407,
                     "adds " + llvm::Twine(value) + " to semaphore s" +
                         llvm::Twine(semaphore) + ", which is " +
                         llvm::Twine(semaphores[semaphore]));
  semaphores[semaphore] += value;
  return llvm::Error::success();
}

void Core::recordLoad(uint64_t value) {
  std::vector<uint64_t> &values =
      loadedValues[static_cast<size_t>(stream - streams.data())];
  if (values.size() < maxLoadedValues)
    values.push_back(value);
}

std::optional<uint64_t> Core::nextLoad() {
  const std::vector<uint64_t> &values =
      loadedValues[static_cast<size_t>(stream - streams.data())];
  if (stream->loads >= values.size())
    return std::nullopt;
  return values[stream->loads++];
}

llvm::Error Core::signal(uint8_t base, uint8_t mask) {
  for (unsigned i = 0; i < numEngines; ++i)
    if (mask >> i & 1) {
      if (llvm::Error error = addToSemaphore(base + i, dmaSignal))
        return error;
      if (checker)
        checker->releaseFromQueue(base + i, dmaSignal);
    }
  return llvm::Error::success();
}

} // namespace glia::interpreter
