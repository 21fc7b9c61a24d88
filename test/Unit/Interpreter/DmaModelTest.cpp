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

TEST_CASE("model: dma_compute") {
  DmaRandom random(25);
  DmaBatch batch;
  for (unsigned n = 0; n < casesEach; ++n) {
    DmaImage before = random.images(), after = before;
    uint32_t terms = uint32_t(1 + random.below(16)),
             count = uint32_t(1 + random.below(40));
    ElementType type = random.type(),
                from = random.below(2) ? type : random.type();
    DmaCompute x;
    x.accumulate = random.below(2);
    std::vector<uint32_t> counts = random.factors(count);
    counts.insert(counts.begin(), terms);
    x.source = random.hbm(from, counts, true);
    x.destination = random.hbm(type, random.factors(count));
    Walk to = walkOf(x.destination), all = walkOf(x.source);
    bool integers = isInteger(type) && type == from;
    for (uint32_t i = 0; i < count; ++i) {
      uint64_t whole = x.accumulate ? widened(type, to[i].read(before)) : 0;
      float sum = floatOf(type, to[i].read(before));
      for (uint32_t t = 0; t < terms; ++t) {
        uint64_t bits = all[t * count + i].read(before);
        whole += widened(from, bits);
        sum = t == 0 && !x.accumulate ? floatOf(from, bits)
                                      : sum + floatOf(from, bits);
      }
      to[i].write(after, integers ? whole : bitsOf(type, sum));
    }
    batch.add(before, x, after);
  }
  batch.run();
}
