//===- DmaModelTest.cpp - Transfers against a scalar model ----------------===//
//
// Random walks on both sides, overlaps included; every byte of SBUF and HBM is
// compared.
//
//===----------------------------------------------------------------------===//
#include "DmaModel.h"

using namespace glia;
using namespace glia::test;

static constexpr unsigned casesEach = 60;

/// Elements of a transfer, at most 24 a partition.
struct Shape {
  unsigned partitions;
  uint32_t perPartition;
  uint32_t elements() const { return partitions * perPartition; }
};
static Shape randomShape(DmaRandom &random) {
  return {unsigned(1 + random.below(16)), uint32_t(1 + random.below(24))};
}

TEST_CASE("model: dma_load, dma_store, dma_copy, dma_move, with sums") {
  DmaRandom random(21);
  DmaBatch batch;
  for (unsigned n = 0; n < 4 * casesEach; ++n) {
    DmaImage before = random.images(), after = before;
    Shape shape = randomShape(random);
    ElementType toType = random.type(),
                fromType = random.below(2) ? toType : random.type();
    auto add = [&](auto x) {
      x.accumulate = random.below(2);
      transfer(after, walkOf(x.destination), walkOf(x.source), x.accumulate);
      batch.add(before, x, after);
    };
    auto onChip = [&](ElementType type) {
      return random.onChip(type, shape.partitions, shape.perPartition);
    };
    auto inHbm = [&](ElementType type, bool zeroStrides) {
      return random.hbm(type, random.factors(shape.elements()), zeroStrides);
    };
    if (n % 4 == 0) {
      DmaLoad x;
      x.destination = onChip(toType), x.source = inHbm(fromType, true);
      add(x);
    } else if (n % 4 == 1) {
      DmaStore x;
      x.destination = inHbm(toType, false), x.source = onChip(fromType);
      add(x);
    } else if (n % 4 == 2) {
      DmaCopy x;
      x.destination = inHbm(toType, false), x.source = inHbm(fromType, true);
      add(x);
    } else {
      DmaMove x;
      x.destination = onChip(toType), x.source = onChip(fromType);
      add(x);
    }
  }
  batch.run();
}

/// Plants indices and gives what they mean, -1 where a row is skipped.
static std::vector<int64_t> plant(DmaRandom &random, DmaImage &image,
                                  const OnChipOperand &index, int64_t rows,
                                  bool wrap, bool skip) {
  std::vector<int64_t> meant;
  for (unsigned p = 0; p < index.partitions; ++p) {
    int64_t row = int64_t(random.below(uint64_t(rows))), value = row;
    if (wrap && random.below(3) == 0)
      value -= rows;
    else if (skip && random.below(3) == 0)
      value = random.below(2) ? rows + row : -rows - 1 - row, row = -1;
    image.sbuf.set(index, p, 0, uint64_t(value));
    meant.push_back(row);
  }
  return meant;
}
template <typename T>
static void randomFlags(DmaRandom &random, T &x) {
  x.wrap = random.below(2), x.skip = random.below(2);
  x.accumulate = random.below(2);
}
/// One row of a table, or of a tile.
static HbmOperand rowOf(HbmOperand table, int64_t row) {
  table.offset = uint64_t(int64_t(table.offset) + row * table.stride[0]);
  table.count[0] = 1;
  return table;
}
static OnChipOperand rowOf(OnChipOperand tile, unsigned partition) {
  tile.startPartition = uint8_t(tile.startPartition + partition);
  tile.partitions = 1;
  return tile;
}
static HbmOperand randomTable(DmaRandom &random, ElementType type,
                              uint32_t rows, uint32_t rowElements) {
  std::vector<uint32_t> counts = random.factors(rowElements);
  counts.insert(counts.begin(), rows);
  return random.hbm(type, counts);
}

TEST_CASE("model: dma_gather") {
  DmaRandom random(22);
  DmaBatch batch;
  for (unsigned n = 0; n < casesEach; ++n) {
    DmaImage before = random.images();
    Shape shape = randomShape(random);
    uint32_t rows = uint32_t(1 + random.below(8));
    ElementType type = random.type();
    DmaGather x;
    randomFlags(random, x);
    x.destination = random.onChip(type, shape.partitions, shape.perPartition);
    x.source = randomTable(random, random.below(2) ? type : random.type(), rows,
                           shape.perPartition);
    x.index =
        random.onChip(random.below(2) ? ElementType::i32 : ElementType::i64,
                      shape.partitions, 1);
    auto meant = plant(random, before, x.index, rows, x.wrap, x.skip);
    DmaImage after = before;
    for (unsigned p = 0; p < shape.partitions; ++p)
      if (meant[p] >= 0)
        transfer(after, walkOf(rowOf(x.destination, p)),
                 walkOf(rowOf(x.source, meant[p])), x.accumulate);
    batch.add(before, x, after);
  }
  batch.run();
}

TEST_CASE("model: dma_scatter") {
  DmaRandom random(23);
  DmaBatch batch;
  for (unsigned n = 0; n < casesEach; ++n) {
    DmaImage before = random.images();
    Shape shape = randomShape(random);
    uint32_t rows = uint32_t(1 + random.below(8));
    ElementType type = random.type();
    DmaScatter x;
    randomFlags(random, x);
    x.source = random.onChip(type, shape.partitions, shape.perPartition);
    x.destination = randomTable(random, random.below(2) ? type : random.type(),
                                rows, shape.perPartition);
    x.index =
        random.onChip(random.below(2) ? ElementType::i32 : ElementType::i64,
                      shape.partitions, 1);
    auto meant = plant(random, before, x.index, rows, x.wrap, x.skip);
    DmaImage after = before;
    for (unsigned p = 0; p < shape.partitions; ++p)
      if (meant[p] >= 0)
        transfer(after, walkOf(rowOf(x.destination, meant[p])),
                 walkOf(rowOf(x.source, p)), x.accumulate);
    batch.add(before, x, after);
  }
  batch.run();
}

/// The walk over [first, middle, last] as over [last, middle, first].
static Walk transposed(const Walk &walk, uint64_t first, uint64_t last) {
  uint64_t middle = walk.size() / first / last;
  Walk result;
  for (uint64_t c = 0; c < last; ++c)
    for (uint64_t b = 0; b < middle; ++b)
      for (uint64_t a = 0; a < first; ++a)
        result.push_back(walk[(a * middle + b) * last + c]);
  return result;
}

TEST_CASE("model: dma_transpose_load, _move, _store") {
  DmaRandom random(24);
  DmaBatch batch;
  for (unsigned n = 0; n < 3 * casesEach; ++n) {
    DmaImage before = random.images(), after = before;
    ElementType type = random.pick({ElementType::u16, ElementType::f32});
    uint32_t first = uint32_t(1 + random.below(12)),
             last = uint32_t(1 + random.below(12)),
             middle = uint32_t(1 + random.below(4));
    // On chip, the middle axes and the last are pairs inside a partition.
    auto source = [&] {
      OnChipOperand o = random.onChip(type, first, middle * last);
      o.rank = 2;
      o.count = {uint16_t(middle), uint16_t(last), 1, 1};
      o.stride = {int16_t(last), 1, 1, 1};
      o.byteOffset = uint32_t(4 * random.below(16));
      return o;
    };
    auto destination = [&] {
      OnChipOperand o = random.onChip(type, last, middle * first);
      o.rank = 2;
      o.count = {uint16_t(middle), uint16_t(first), 1, 1};
      o.stride = {int16_t(first), 1, 1, 1};
      o.byteOffset = uint32_t(4 * random.below(16));
      return o;
    };
    auto add = [&](auto x) {
      transfer(after, walkOf(x.destination),
               transposed(walkOf(x.source), first, last), false);
      batch.add(before, x, after);
    };
    if (n % 3 == 0) {
      DmaTransposeLoad x;
      x.destination = destination();
      x.source = middle == 1   ? random.hbm(type, {first, last}, true)
                 : middle == 4 ? random.hbm(type, {first, 2, 2, last}, true)
                               : random.hbm(type, {first, middle, last}, true);
      add(x);
    } else if (n % 3 == 1) {
      DmaTransposeMove x;
      x.destination = destination(), x.source = source();
      add(x);
    } else {
      DmaTransposeStore x;
      x.destination = random.hbm(type, {last, middle, first});
      x.source = source();
      add(x);
    }
  }
  batch.run();
}

/// The destination after the sum of the source's terms.
template <typename T>
static void addTerms(const DmaImage &before, DmaImage &after, const T &x) {
  Walk to = walkOf(x.destination), all = walkOf(x.source);
  ElementType type = x.destination.type, from = x.source.type;
  bool integers = isInteger(type) && type == from;
  for (size_t i = 0; i < to.size(); ++i) {
    uint64_t there = to[i].read(before),
             whole = x.accumulate ? widened(type, there) : 0;
    float sum = floatOf(type, there);
    for (uint32_t t = 0; t < x.source.count[0]; ++t) {
      uint64_t bits = all[t * to.size() + i].read(before);
      whole += widened(from, bits);
      sum = t == 0 && !x.accumulate ? floatOf(from, bits)
                                    : sum + floatOf(from, bits);
    }
    to[i].write(after, integers ? whole : bitsOf(type, sum));
  }
}

TEST_CASE("model: dma_compute, dma_compute_load") {
  DmaRandom random(25);
  DmaBatch batch;
  for (unsigned n = 0; n < 2 * casesEach; ++n) {
    DmaImage before = random.images(), after = before;
    uint32_t terms = uint32_t(1 + random.below(16));
    Shape shape{1 + unsigned(random.below(4)), 1 + uint32_t(random.below(10))};
    ElementType type = random.type(),
                from = random.below(2) ? type : random.type();
    auto add = [&](auto x) {
      x.accumulate = random.below(2);
      std::vector<uint32_t> counts = random.factors(shape.elements());
      counts.insert(counts.begin(), terms);
      x.source = random.hbm(from, counts, true);
      addTerms(before, after, x);
      batch.add(before, x, after);
    };
    if (n % 2 == 0) {
      DmaCompute x;
      x.destination = random.hbm(type, random.factors(shape.elements()));
      add(x);
    } else {
      DmaComputeLoad x;
      x.destination = random.onChip(type, shape.partitions, shape.perPartition);
      add(x);
    }
  }
  batch.run("trn3");
}

TEST_CASE("model: dma_fill") {
  DmaRandom random(26);
  DmaBatch batch;
  for (unsigned n = 0; n < casesEach; ++n) {
    DmaImage before = random.images(), after = before;
    DmaFill x;
    x.destination = random.hbm(random.type(),
                               random.factors(uint32_t(1 + random.below(40))));
    x.value = random.bits() >> (64 - bitWidth(x.destination.type));
    for (const Element &element : walkOf(x.destination))
      element.write(after, x.value);
    batch.add(before, x, after);
  }
  batch.run();
}

/// Half a byte as an element of another type, and back.
static uint64_t fromNibble(Nibble nibble, uint64_t half, ElementType to) {
  static constexpr float small[] = {0, 0.5f, 1, 1.5f, 2, 3, 4, 6};
  if (nibble == Nibble::f4e2m1)
    return bitsOf(to, half & 8 ? -small[half & 7] : small[half & 7]);
  int64_t value = int64_t(half);
  if (nibble == Nibble::i4 && value >= 8)
    value -= 16;
  return isInteger(to) ? uint64_t(value) : bitsOf(to, float(value));
}
static uint64_t toNibble(Nibble nibble, ElementType from, uint64_t bits) {
  if (nibble != Nibble::f4e2m1 && isInteger(from))
    return bits & 15;
  float x = floatOf(from, bits);
  if (nibble == Nibble::f4e2m1) {
    if (std::isnan(x))
      return 8;
    static constexpr float small[] = {0, 0.5f, 1, 1.5f, 2, 3, 4, 6};
    uint64_t code = 0; // of two that are as near, the even one
    for (uint64_t next = 1; next < 8; ++next) {
      float middle = (small[next - 1] + small[next]) / 2, size = std::fabs(x);
      if (size > middle || (size == middle && next % 2 == 0))
        code = next;
    }
    return code | (std::signbit(x) ? 8 : 0);
  }
  if (std::isnan(x))
    return 0;
  float low = nibble == Nibble::i4 ? -8 : 0,
        high = nibble == Nibble::i4 ? 7 : 15;
  return uint64_t(int64_t(std::nearbyint(std::clamp(x, low, high)))) & 15;
}

TEST_CASE("model: dma_unpack, dma_pack") {
  DmaRandom random(27);
  DmaBatch batch;
  for (unsigned n = 0; n < 4 * casesEach; ++n) {
    DmaImage before = random.images(), after = before;
    Shape shape = randomShape(random);
    Nibble nibble = Nibble(random.below(3));
    OnChipOperand elements =
        random.onChip(random.type(), shape.partitions, shape.perPartition);
    // Numbers that half a byte can hold, and some that it cannot.
    for (const Element &element : walkOf(elements))
      if (isFloat(element.type) && random.below(4))
        element.write(before, bitsOf(element.type,
                                     float(int(random.below(80)) - 40) / 4));
    HbmOperand bytes =
        random.hbm(ElementType::u8, random.factors((shape.elements() + 1) / 2),
                   n % 2 == 0);
    after = before;
    Walk many = walkOf(elements), packed = walkOf(bytes);
    if (n % 2 == 0) {
      DmaUnpack x;
      x.destination = elements, x.source = bytes, x.nibble = nibble;
      for (size_t i = 0; i < many.size(); ++i)
        many[i].write(after,
                      fromNibble(nibble,
                                 packed[i / 2].read(before) >> i % 2 * 4 & 15,
                                 elements.type));
      batch.add(before, x, after);
    } else {
      DmaPack x;
      x.destination = bytes, x.source = elements, x.nibble = nibble;
      for (size_t i = 0; i < many.size(); i += 2) {
        uint64_t byte = toNibble(nibble, elements.type, many[i].read(before));
        if (i + 1 < many.size())
          byte |= toNibble(nibble, elements.type, many[i + 1].read(before))
                  << 4;
        packed[i / 2].write(after, byte);
      }
      batch.add(before, x, after);
    }
  }
  batch.run();
}
