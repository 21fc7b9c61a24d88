//===- Patterns.cpp - Static access patterns of tile ops ------------------===//
//
// Construction, ranges, and the text and integer forms of the native
// properties of tile ops.
//
//===----------------------------------------------------------------------===//
#include "dialects/Tile/Patterns.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using llvm::ArrayRef;
using llvm::SmallVectorImpl;

namespace glia::tile {

//===----------------------------------------------------------------------===//
// Construction and ranges
//===----------------------------------------------------------------------===//

AccessPattern AccessPattern::contiguous(unsigned partitions, unsigned elements,
                                        unsigned startPartition,
                                        unsigned offset) {
  return strided(partitions, {{elements, 1}}, startPartition, offset);
}

AccessPattern
AccessPattern::strided(unsigned partitions,
                       ArrayRef<std::pair<int64_t, int64_t>> pairs,
                       unsigned startPartition, unsigned offset) {
  assert(pairs.size() >= 1 && pairs.size() <= 4 && partitions <= 128);
  AccessPattern pattern;
  pattern.startPartition = startPartition;
  pattern.partitions = partitions;
  pattern.rank = pairs.size();
  pattern.offset = offset;
  for (auto [i, pair] : llvm::enumerate(pairs)) {
    assert(pair.first >= 1 && pair.first <= UINT16_MAX &&
           pair.second >= INT16_MIN && pair.second <= INT16_MAX);
    pattern.count[i] = pair.first;
    pattern.stride[i] = pair.second;
  }
  return pattern;
}

BufferPattern
BufferPattern::strided(int64_t offset,
                       ArrayRef<std::pair<int64_t, int64_t>> pairs) {
  assert(pairs.size() >= 1 && pairs.size() <= 5);
  BufferPattern pattern;
  pattern.rank = pairs.size();
  pattern.offset = offset;
  for (auto [i, pair] : llvm::enumerate(pairs)) {
    assert(pair.first >= 1 && pair.first <= UINT32_MAX);
    pattern.count[i] = pair.first;
    pattern.stride[i] = pair.second;
  }
  return pattern;
}

template <typename Pattern>
static llvm::SmallVector<std::pair<int64_t, int64_t>, 5>
mergedPairs(const Pattern &pattern, int64_t maxCount) {
  llvm::SmallVector<std::pair<int64_t, int64_t>, 5> pairs;
  for (unsigned i = 0; i < pattern.rank; ++i) {
    int64_t count = pattern.count[i], stride = pattern.stride[i];
    if (count == 1)
      continue;
    if (!pairs.empty() && pairs.back().second == count * stride &&
        pairs.back().first * count <= maxCount)
      pairs.back() = {pairs.back().first * count, stride};
    else
      pairs.push_back({count, stride});
  }
  if (pairs.empty())
    pairs.push_back({1, pattern.stride[pattern.rank - 1]});
  return pairs;
}

AccessPattern AccessPattern::merged() const {
  return strided(partitions, mergedPairs(*this, UINT16_MAX), startPartition,
                 offset);
}
BufferPattern BufferPattern::merged() const {
  return strided(offset, mergedPairs(*this, UINT32_MAX));
}

ScalarSource ScalarSource::immediate(float value) {
  return {false, 0, llvm::bit_cast<uint32_t>(value)};
}
ScalarSource ScalarSource::integer(int32_t value) {
  return {false, 0, static_cast<uint32_t>(value)};
}
ScalarSource ScalarSource::pointer(unsigned startPartition, unsigned offset) {
  return {true, static_cast<uint8_t>(startPartition), offset};
}

template <typename Pattern>
static std::pair<int64_t, int64_t> rangeOf(const Pattern &pattern) {
  int64_t low = pattern.offset, high = pattern.offset;
  for (unsigned i = 0; i < pattern.rank; ++i) {
    int64_t reach =
        (static_cast<int64_t>(pattern.count[i]) - 1) * pattern.stride[i];
    (reach < 0 ? low : high) += reach;
  }
  return {low, high};
}
template <typename Pattern>
static uint64_t product(const Pattern &pattern) {
  uint64_t result = 1;
  for (unsigned i = 0; i < pattern.rank; ++i)
    result *= pattern.count[i];
  return result;
}

uint64_t AccessPattern::elementsPerPartition() const { return product(*this); }
uint64_t BufferPattern::elements() const { return product(*this); }
std::pair<int64_t, int64_t> AccessPattern::range() const {
  return rangeOf(*this);
}
std::pair<int64_t, int64_t> BufferPattern::range() const {
  return rangeOf(*this);
}

bool AccessPattern::mayOverlap(const AccessPattern &other) const {
  if (startPartition + partitions <= other.startPartition ||
      other.startPartition + other.partitions <= startPartition)
    return false;
  auto [low, high] = range();
  auto [otherLow, otherHigh] = other.range();
  return low <= otherHigh && otherLow <= high;
}

//===----------------------------------------------------------------------===//
// Integer forms (generic attributes and bytecode)
//===----------------------------------------------------------------------===//

template <typename Pattern>
static void appendPairs(const Pattern &pattern, SmallVectorImpl<int64_t> &out) {
  for (unsigned i = 0; i < pattern.rank; ++i)
    out.append({static_cast<int64_t>(pattern.count[i]),
                static_cast<int64_t>(pattern.stride[i])});
}

/// Reads what is left of `in` as pairs; false if it does not fit the fields.
template <typename Pattern>
static bool readPairs(ArrayRef<int64_t> in, Pattern &pattern) {
  if (in.empty() || in.size() % 2 || in.size() / 2 > pattern.count.size())
    return false;
  pattern.rank = in.size() / 2;
  for (unsigned i = 0; i < pattern.rank; ++i) {
    pattern.count[i] = in[2 * i];
    pattern.stride[i] = in[2 * i + 1];
    if (in[2 * i] < 1 || static_cast<int64_t>(pattern.count[i]) != in[2 * i] ||
        static_cast<int64_t>(pattern.stride[i]) != in[2 * i + 1])
      return false;
  }
  return true;
}

void toIntegers(const AccessPattern &value, SmallVectorImpl<int64_t> &out) {
  out.append({value.startPartition, value.partitions, value.offset});
  appendPairs(value, out);
}
void toIntegers(const BufferPattern &value, SmallVectorImpl<int64_t> &out) {
  out.push_back(value.offset);
  appendPairs(value, out);
}
void toIntegers(const ScalarSource &value, SmallVectorImpl<int64_t> &out) {
  out.append({value.isPointer, value.startPartition, value.bits});
}
void toIntegers(const DmaIssue &value, SmallVectorImpl<int64_t> &out) {
  out.append({value.queue, value.signalBase, value.signalMask});
}

bool fromIntegers(ArrayRef<int64_t> in, AccessPattern &value) {
  value = AccessPattern();
  if (in.size() < 3 || in[0] < 0 || in[0] > 127 || in[1] < 1 || in[1] > 128 ||
      in[2] < 0 || in[2] > UINT32_MAX)
    return false;
  value.startPartition = in[0];
  value.partitions = in[1];
  value.offset = in[2];
  return readPairs(in.drop_front(3), value);
}
bool fromIntegers(ArrayRef<int64_t> in, BufferPattern &value) {
  value = BufferPattern();
  if (in.empty())
    return false;
  value.offset = in[0];
  return readPairs(in.drop_front(1), value);
}
bool fromIntegers(ArrayRef<int64_t> in, ScalarSource &value) {
  if (in.size() != 3 || in[0] < 0 || in[0] > 1 || in[1] < 0 || in[1] > 127 ||
      in[2] < 0 || in[2] > UINT32_MAX)
    return false;
  value = {in[0] != 0, static_cast<uint8_t>(in[1]),
           static_cast<uint32_t>(in[2])};
  return true;
}
bool fromIntegers(ArrayRef<int64_t> in, DmaIssue &value) {
  if (in.size() != 3 || in[0] < -1 || in[0] > 15 || in[1] < 0 || in[1] > 255 ||
      in[2] < 0 || in[2] > 31)
    return false;
  value = {static_cast<int8_t>(in[0]), static_cast<uint8_t>(in[1]),
           static_cast<uint8_t>(in[2])};
  return true;
}

//===----------------------------------------------------------------------===//
// Text forms
//===----------------------------------------------------------------------===//

static ParseResult parsePairs(OpAsmParser &parser,
                              SmallVectorImpl<int64_t> &integers) {
  do {
    int64_t count, stride;
    if (parser.parseComma() || parser.parseInteger(count) ||
        parser.parseStar() || parser.parseInteger(stride))
      return failure();
    integers.append({count, stride});
  } while (failed(parser.parseOptionalRSquare()));
  return success();
}
template <typename Pattern>
static void printPairs(OpAsmPrinter &printer, const Pattern &pattern) {
  for (unsigned i = 0; i < pattern.rank; ++i)
    printer << ", " << pattern.count[i] << "*" << pattern.stride[i];
  printer << "]";
}

ParseResult parseProperty(OpAsmParser &parser, AccessPattern &value) {
  SmallVector<int64_t, 12> integers(3);
  llvm::SMLoc location = parser.getCurrentLocation();
  if (parser.parseLSquare() || parser.parseInteger(integers[0]) ||
      parser.parseColon() || parser.parseInteger(integers[1]) ||
      parser.parseComma() || parser.parseInteger(integers[2]) ||
      parsePairs(parser, integers))
    return failure();
  if (!fromIntegers(integers, value))
    return parser.emitError(location,
                            "expects [start:partitions, offset, count*stride "
                            "...] with start in 0..127, partitions in "
                            "1..128, at most 4 pairs of a count in 1..65535 "
                            "and a stride in -32768..32767");
  return success();
}
void printProperty(OpAsmPrinter &printer, const AccessPattern &value) {
  printer << "[" << unsigned(value.startPartition) << ":"
          << unsigned(value.partitions) << ", " << value.offset;
  printPairs(printer, value);
}

ParseResult parseProperty(OpAsmParser &parser, BufferPattern &value) {
  SmallVector<int64_t, 12> integers(1);
  llvm::SMLoc location = parser.getCurrentLocation();
  if (parser.parseLSquare() || parser.parseInteger(integers[0]) ||
      parsePairs(parser, integers))
    return failure();
  if (!fromIntegers(integers, value))
    return parser.emitError(location,
                            "expects [offset, count*stride ...] with at most 5 "
                            "pairs of a 32-bit count and a byte stride");
  return success();
}
void printProperty(OpAsmPrinter &printer, const BufferPattern &value) {
  printer << "[" << value.offset;
  printPairs(printer, value);
}

ParseResult parseProperty(OpAsmParser &parser, ScalarSource &value) {
  llvm::StringRef word;
  SmallVector<int64_t, 3> integers{0, 0, 0};
  llvm::SMLoc location = parser.getCurrentLocation();
  if (parser.parseKeyword(&word))
    return failure();
  if (word == "ptr") {
    integers[0] = 1;
    if (parser.parseLSquare() || parser.parseInteger(integers[1]) ||
        parser.parseComma() || parser.parseInteger(integers[2]) ||
        parser.parseRSquare())
      return failure();
  } else if (word != "imm" || parser.parseInteger(integers[2])) {
    return parser.emitError(
        location,
        "expects `imm` and 32 bits, or `ptr` [start partition, offset]");
  }
  if (!fromIntegers(integers, value))
    return parser.emitError(location, "expects a scalar source in 32 bits");
  return success();
}
void printProperty(OpAsmPrinter &printer, const ScalarSource &value) {
  if (value.isPointer)
    printer << "ptr [" << unsigned(value.startPartition) << ", " << value.bits
            << "]";
  else
    printer << "imm 0x" << llvm::utohexstr(value.bits);
}

ParseResult parseProperty(OpAsmParser &parser, DmaIssue &value) {
  SmallVector<int64_t, 3> integers{-1, 0, 0};
  llvm::SMLoc location = parser.getCurrentLocation();
  if (parser.parseKeyword("queue") || parser.parseInteger(integers[0]))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("signals")) &&
      (parser.parseInteger(integers[1]) || parser.parseKeyword("mask") ||
       parser.parseInteger(integers[2])))
    return failure();
  if (!fromIntegers(integers, value))
    return parser.emitError(
        location,
        "expects a queue in 0..15, a semaphore in 0..255 and a mask of 5 bits");
  return success();
}
void printProperty(OpAsmPrinter &printer, const DmaIssue &value) {
  printer << "queue " << int(value.queue);
  if (value.signalMask)
    printer << " signals " << unsigned(value.signalBase) << " mask "
            << unsigned(value.signalMask);
}

} // namespace glia::tile
