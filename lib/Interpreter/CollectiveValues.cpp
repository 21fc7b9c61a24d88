//===- CollectiveValues.cpp - The values of one collective ----------------===//
//
// docs/Machine.md, 4.8: reductions go by rank, in fp32 with one rounding at the
// end; integers are exact and wrap. As if all sources were read before anything
// is written: a source that a destination overlaps is copied first.
//
//===----------------------------------------------------------------------===//
#include "Collective.h"
#include "Core.h"
#include "glia/Support/Numerics.h"

namespace glia::interpreter {

/// As for one DMA that buffers.
static constexpr uint64_t maxBufferedElements = uint64_t(1) << 27;
static constexpr uint64_t chunkElements = 4096;

namespace {
/// A rank's source as dense bytes.
class Source {
public:
  explicit Source(const Arrival &arrival) : bytes(arrival.source) {
    const uint8_t *low = arrival.source + arrival.from.low(),
                  *high = arrival.source + arrival.from.high();
    bool isDisjoint = high <= arrival.destination + arrival.to.low() ||
                      arrival.destination + arrival.to.high() <= low;
    // Element i of a sum in place reads nothing that was written before it.
    bool isInPlace = arrival.opcode == isa::Opcode::allReduce &&
                     arrival.source == arrival.destination &&
                     arrival.to.isDense();
    if (arrival.from.isDense() && (isDisjoint || isInPlace))
      return;
    copy.resize(arrival.sourceElements * arrival.from.elementBytes);
    gather(arrival.source, arrival.from, copy.data());
    bytes = copy.data();
  }
  const uint8_t *data() const { return bytes; }

private:
  const uint8_t *bytes;
  std::vector<uint8_t> copy;
};

/// A rank's destination as dense bytes; commit() puts them where they belong.
class Destination {
public:
  explicit Destination(const Arrival &arrival)
      : arrival(arrival), bytes(arrival.destination) {
    if (arrival.to.isDense())
      return;
    buffer.resize(arrival.destinationElements * arrival.to.elementBytes);
    bytes = buffer.data();
  }
  uint8_t *data() { return bytes; }
  void commit() {
    if (!buffer.empty())
      scatter(arrival.destination, arrival.to, buffer.data());
  }

private:
  const Arrival &arrival;
  uint8_t *bytes;
  std::vector<uint8_t> buffer;
};
} // namespace

static isa::AluOp aluOf(isa::ReduceOp op) {
  switch (op) {
  case isa::ReduceOp::max:
    return isa::AluOp::max;
  case isa::ReduceOp::min:
    return isa::AluOp::min;
  default:
    return isa::AluOp::add;
  }
}

static void combine(isa::ReduceOp op, bool isUnsigned, int64_t *into,
                    const int64_t *from, uint64_t n) {
  for (uint64_t i = 0; i < n; ++i) {
    uint64_t a = static_cast<uint64_t>(into[i]),
             b = static_cast<uint64_t>(from[i]);
    bool isLess = isUnsigned ? a < b : into[i] < from[i];
    if (op == isa::ReduceOp::add)
      into[i] = static_cast<int64_t>(a + b);
    else if (isLess == (op == isa::ReduceOp::max))
      into[i] = from[i];
  }
}

namespace {
/// Reduces a range of elements over all ranks.
class Reducer {
public:
  Reducer(llvm::ArrayRef<Arrival> ranks, llvm::ArrayRef<Source> sources)
      : first(ranks.front()), sources(sources), bytes(first.from.elementBytes) {
  }

  /// Elements [at, at + n) of the sources, n up to chunkElements.
  void reduce(uint64_t at, uint64_t n) {
    if (isInteger(first.type))
      reduceIntegers(at, n);
    else
      reduceFloats(at, n);
  }
  /// Rounds what was reduced for one rank, whose elements of the destination
  /// begin at `at`.
  void store(const Arrival &rank, uint64_t at, uint64_t n, uint8_t *to) {
    if (rank.type == ElementType::boolean) {
      for (uint64_t i = 0; i < n; ++i)
        to[at + i] = integers[i] != 0;
    } else if (isInteger(rank.type)) {
      numerics::convertIntegers(ElementType::i64, integers.data(), rank.type,
                                to + at * bytes, n);
    } else if (rank.isStochastic) {
      rank.walk.fill(at, n, index.data());
      numerics::convertStochastic(floats.data(), rank.type, to + at * bytes,
                                  index.data(), n, rank.key, rank.saturate);
    } else {
      numerics::convert(ElementType::f32, floats.data(), rank.type,
                        to + at * bytes, n, rank.saturate);
    }
  }

private:
  void reduceFloats(uint64_t at, uint64_t n) {
    for (auto [rank, source] : llvm::enumerate(sources)) {
      float *into = rank == 0 ? floats.data() : otherFloats.data();
      numerics::convert(first.type, source.data() + at * bytes,
                        ElementType::f32, into, n);
      if (rank != 0)
        numerics::aluRow(aluOf(first.op), floats.data(), otherFloats.data(),
                         floats.data(), n, first.core->options.simd);
    }
    if (sources.size() == 1) // no step has made NaN canonical
      for (float &x : llvm::MutableArrayRef<float>(floats).take_front(n))
        x = x == x ? x : std::bit_cast<float>(numerics::canonicalNan);
  }
  void reduceIntegers(uint64_t at, uint64_t n) {
    bool isUnsigned = first.type == ElementType::u64;
    for (auto [rank, source] : llvm::enumerate(sources)) {
      int64_t *into = rank == 0 ? integers.data() : otherIntegers.data();
      numerics::convertIntegers(first.type, source.data() + at * bytes,
                                ElementType::i64, into, n);
      if (rank != 0)
        combine(first.op, isUnsigned, integers.data(), otherIntegers.data(), n);
    }
  }

  const Arrival &first;
  llvm::ArrayRef<Source> sources;
  uint64_t bytes;
  std::array<float, chunkElements> floats, otherFloats;
  std::array<int64_t, chunkElements> integers, otherIntegers;
  std::array<uint64_t, chunkElements> index;
};
} // namespace

static void allReduce(llvm::ArrayRef<Arrival> ranks,
                      llvm::ArrayRef<Source> sources,
                      llvm::MutableArrayRef<Destination> destinations) {
  auto reducer = std::make_unique<Reducer>(ranks, sources);
  uint64_t count = ranks.front().sourceElements;
  for (uint64_t at = 0; at < count; at += chunkElements) {
    uint64_t n = std::min(chunkElements, count - at);
    reducer->reduce(at, n);
    for (auto [rank, destination] : llvm::zip(ranks, destinations))
      reducer->store(rank, at, n, destination.data());
  }
}

static void reduceScatter(llvm::ArrayRef<Arrival> ranks,
                          llvm::ArrayRef<Source> sources,
                          llvm::MutableArrayRef<Destination> destinations) {
  auto reducer = std::make_unique<Reducer>(ranks, sources);
  uint64_t outer = ranks.front().outer,
           block = ranks.front().destinationElements / outer;
  for (auto [number, rank] : llvm::enumerate(ranks))
    for (uint64_t piece = 0; piece < outer; ++piece)
      for (uint64_t at = 0; at < block; at += chunkElements) {
        uint64_t n = std::min(chunkElements, block - at);
        reducer->reduce((piece * ranks.size() + number) * block + at, n);
        reducer->store(rank, piece * block + at, n,
                       destinations[number].data());
      }
}

/// Which block of which source each block of a destination is.
void moveBlocks(llvm::ArrayRef<Arrival> ranks,
                llvm::ArrayRef<const uint8_t *> sources,
                llvm::ArrayRef<uint8_t *> destinations) {
  const Arrival &first = ranks.front();
  size_t count = ranks.size();
  uint64_t outer = first.outer, bytes = first.from.elementBytes;
  uint64_t whole = first.destinationElements / outer * bytes,
           part = first.sourceElements / outer * bytes;
  uint64_t block = whole / count; // of a gather or an exchange
  for (size_t rank = 0; rank < count; ++rank) {
    uint8_t *to = destinations[rank];
    switch (first.opcode) {
    case isa::Opcode::allGather:
      for (uint64_t piece = 0; piece < outer; ++piece)
        for (size_t from = 0; from < count; ++from)
          std::memcpy(to + piece * whole + from * block,
                      sources[from] + piece * part, block);
      break;
    case isa::Opcode::allToAll:
      for (uint64_t piece = 0; piece < outer; ++piece)
        for (size_t from = 0; from < count; ++from)
          std::memcpy(to + piece * whole + from * block,
                      sources[from] + piece * part + rank * block, block);
      break;
    case isa::Opcode::permute:
      std::memcpy(to, sources[(rank + count - first.number % count) % count],
                  whole);
      break;
    default: // broadcast
      std::memcpy(to, sources[first.number], whole);
      break;
    }
  }
}

llvm::Error computeCollective(llvm::ArrayRef<Arrival> ranks) {
  for (const Arrival &rank : ranks)
    if ((!rank.from.isDense() && rank.sourceElements > maxBufferedElements) ||
        (!rank.to.isDense() && rank.destinationElements > maxBufferedElements))
      return makeError(ErrorCode::E4403, "a collective over more than " +
                                             llvm::Twine(maxBufferedElements) +
                                             " elements that are not dense");
  std::vector<Source> sources;
  std::vector<Destination> destinations;
  for (const Arrival &rank : ranks) {
    sources.emplace_back(rank);
    destinations.emplace_back(rank);
  }
  isa::Opcode opcode = ranks.front().opcode;
  if (opcode == isa::Opcode::allReduce) {
    allReduce(ranks, sources, destinations);
  } else if (opcode == isa::Opcode::reduceScatter) {
    reduceScatter(ranks, sources, destinations);
  } else {
    llvm::SmallVector<const uint8_t *> from;
    llvm::SmallVector<uint8_t *> to;
    for (Source &source : sources)
      from.push_back(source.data());
    for (Destination &destination : destinations)
      to.push_back(destination.data());
    moveBlocks(ranks, from, to);
  }
  for (Destination &destination : destinations)
    destination.commit();
  return llvm::Error::success();
}

} // namespace glia::interpreter
