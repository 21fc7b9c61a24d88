//===- Rows.cpp - Operands as rows of numbers -----------------------------===//
//
// Scratch buffers: each reader has one, the writer another; conversion needs a
// second half behind the gathered elements.
//
//===----------------------------------------------------------------------===//
#include "Rows.h"

namespace glia::interpreter {

static bool isF32(ElementType type) {
  return type == ElementType::f32 || type == ElementType::tf32;
}

static bool bytesOverlap(const isa::OnChipOperand &a, const Pattern &pa,
                         const isa::OnChipOperand &b, const Pattern &pb) {
  return a.space == b.space &&
         int64_t(a.byteOffset) + pa.low() < int64_t(b.byteOffset) + pb.high() &&
         int64_t(b.byteOffset) + pb.low() < int64_t(a.byteOffset) + pa.high();
}

/// Do the two meet within a partition, other than element on element?
static bool overlapsInexactly(const isa::OnChipOperand &a, const Pattern &pa,
                              const isa::OnChipOperand &b, const Pattern &pb) {
  return bytesOverlap(a, pa, b, pb) &&
         !(a.byteOffset == b.byteOffset && pa == pb);
}

/// Would writing a row of `destination` change a row of `source` that is read
/// for another partition?
static bool mixesPartitions(const isa::OnChipOperand &source,
                            const isa::OnChipOperand &destination) {
  return source.startPartition != destination.startPartition &&
         source.startPartition <
             destination.startPartition + destination.partitions &&
         destination.startPartition <
             source.startPartition + source.partitions &&
         bytesOverlap(source, rowPattern(source), destination,
                      rowPattern(destination));
}

RowReader::RowReader(Core &core, const isa::OnChipOperand &operand,
                     const isa::OnChipOperand &destination, unsigned buffer)
    : core(core), operand(operand), pattern(rowPattern(operand)),
      count(operand.elementsPerPartition()), buffer(buffer),
      separate(overlapsInexactly(operand, pattern, destination,
                                 rowPattern(destination))) {
  if (!mixesPartitions(operand, destination))
    return;
  snapshot.resize(operand.partitions * count * pattern.elementBytes);
  for (unsigned p = 0; p < operand.partitions; ++p)
    gather(core.start(operand, p), pattern,
           snapshot.data() + p * count * pattern.elementBytes);
}

const uint8_t *RowReader::dense(unsigned partition) {
  if (!snapshot.empty())
    return snapshot.data() + partition * count * pattern.elementBytes;
  if (pattern.isDense() && !separate)
    return core.start(operand, partition);
  // Behind the room for the converted row.
  uint8_t *gathered = core.scratch<uint8_t>(buffer, count * 16) + count * 8;
  gather(core.start(operand, partition), pattern, gathered);
  return gathered;
}

const uint8_t *RowReader::bits(unsigned partition) { return dense(partition); }

const float *RowReader::floats(unsigned partition) {
  const uint8_t *elements = dense(partition);
  if (isF32(operand.type))
    return reinterpret_cast<const float *>(elements);
  float *converted = core.scratch<float>(buffer, count * 4);
  numerics::convert(operand.type, elements, ElementType::f32, converted, count);
  return converted;
}

const int32_t *RowReader::integers32(unsigned partition) {
  const uint8_t *elements = dense(partition);
  if (operand.type == ElementType::i32)
    return reinterpret_cast<const int32_t *>(elements);
  int32_t *converted = core.scratch<int32_t>(buffer, count * 4);
  numerics::convertIntegers(operand.type, elements, ElementType::i32, converted,
                            count);
  return converted;
}

const int64_t *RowReader::integers64(unsigned partition) {
  const uint8_t *elements = dense(partition);
  if (operand.type == ElementType::i64)
    return reinterpret_cast<const int64_t *>(elements);
  int64_t *converted = core.scratch<int64_t>(buffer, count * 2);
  numerics::convertIntegers(operand.type, elements, ElementType::i64, converted,
                            count);
  return converted;
}

RowWriter::RowWriter(Core &core, const isa::OnChipOperand &destination,
                     llvm::ArrayRef<const isa::OnChipOperand *> sources,
                     unsigned buffer, StoreRule rule)
    : core(core), operand(destination), pattern(rowPattern(destination)),
      count(destination.elementsPerPartition()), buffer(buffer),
      inPlace(destination.type == ElementType::f32 && pattern.isDense()),
      rule(rule) {
  for (const isa::OnChipOperand *source : sources)
    inPlace &=
        !overlapsInexactly(*source, rowPattern(*source), destination, pattern);
  if (rule.stochastic && numerics::hasStochasticRounding(operand.type))
    prepareStochastic();
}

/// docs/Machine.md, 4.9. All sums wrap.
void RowWriter::prepareStochastic() {
  const isa::StochasticRounding &word = *rule.stochastic;
  auto registerOr0 = [&](uint8_t number) {
    return number == isa::noRegister6 ? 0 : core.stream->registers[number];
  };
  key = {core.options.roundingSeed,
         word.stream + registerOr0(word.streamRegister), core.step,
         word.ordinal + registerOr0(word.ordinalRegister)};
  uint64_t base = word.indexOffset;
  if (word.indexRegister != isa::noRegister5)
    base += core.stream->addresses[word.indexRegister];
  // Row-major over the pairs: each pair repeats what the ones inside it gave.
  logicalIndex.assign(count, base);
  uint64_t inner = count;
  for (unsigned i = 0; i < operand.rank; ++i) {
    uint64_t extent = operand.count[i];
    inner /= extent;
    for (uint64_t n = 0; n < count; ++n)
      logicalIndex[n] +=
          n / inner % extent * static_cast<uint64_t>(word.indexStride[i + 1]);
  }
}

void RowWriter::convertFloats(unsigned partition, const float *values,
                              uint8_t *out) {
  if (logicalIndex.empty()) {
    numerics::convert(ElementType::f32, values, operand.type, out, count,
                      rule.saturate);
    return;
  }
  uint64_t advance = (uint64_t(partition) - logicalPartition) *
                     static_cast<uint64_t>(rule.stochastic->indexStride[0]);
  for (uint64_t &index : logicalIndex)
    index += advance;
  logicalPartition = partition;
  numerics::convertStochastic(values, operand.type, out, logicalIndex.data(),
                              count, key, rule.saturate);
}

float *RowWriter::floats(unsigned partition) {
  return inPlace ? reinterpret_cast<float *>(core.start(operand, partition))
                 : core.scratch<float>(buffer, count * 4);
}

void RowWriter::commitFloats(unsigned partition, const float *values) {
  uint8_t *start = core.start(operand, partition);
  if (reinterpret_cast<const uint8_t *>(values) == start && inPlace)
    return;
  if (operand.type == ElementType::f32)
    return scatter(start, pattern, reinterpret_cast<const uint8_t *>(values));
  uint8_t *converted = core.scratch<uint8_t>(buffer, count * 16) + count * 8;
  convertFloats(partition, values, converted);
  scatter(start, pattern, converted);
}

void RowWriter::storeIntegers(unsigned partition, ElementType type,
                              const void *values) {
  if (type == operand.type)
    return storeBits(partition, static_cast<const uint8_t *>(values));
  uint8_t *converted = core.scratch<uint8_t>(buffer, count * 16) + count * 8;
  if (isInteger(operand.type))
    numerics::convertIntegers(type, values, operand.type, converted, count);
  else if (logicalIndex.empty())
    numerics::convert(type, values, operand.type, converted, count,
                      rule.saturate);
  else {
    std::vector<float> floats(count);
    numerics::convert(type, values, ElementType::f32, floats.data(), count);
    convertFloats(partition, floats.data(), converted);
  }
  scatter(core.start(operand, partition), pattern, converted);
}

void RowWriter::storeBits(unsigned partition, const uint8_t *dense) {
  uint8_t *start = core.start(operand, partition);
  if (!pattern.isDense())
    return scatter(start, pattern, dense);
  std::memmove(start, dense, count * pattern.elementBytes);
}

} // namespace glia::interpreter
