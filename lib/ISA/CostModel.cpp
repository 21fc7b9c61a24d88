//===- CostModel.cpp - What the table's cost formulas ask -----------------===//
//
// Constants stand in Targets.td; docs/Machine.md, section 6.
//
//===----------------------------------------------------------------------===//

#include "Predicates.h"

using namespace llvm;

namespace glia::isa {

double elementwiseInterval(Engine engine, uint64_t n, double factor,
                           const Target &target) {
  double cycles = std::max(double(n) * factor, double(target.minimumInterval));
  return engine == Engine::gpsimd ? cycles + double(target.gpsimdStart)
                                  : cycles;
}

static bool is16BitFloat(ElementType type) {
  return type == ElementType::bf16 || type == ElementType::f16;
}

bool is16Bit(const OnChipOperand &a, const OnChipOperand &b,
             const OnChipOperand &c) {
  return all_of(std::array{&a, &b, &c}, [](const OnChipOperand *o) {
    return o->space == Space::sbuf && is16BitFloat(o->type);
  });
}

double fastMode(Engine engine, const OnChipOperand &destination,
                const OnChipOperand &source, const Target &target) {
  if (engine != Engine::vector || !target.hasVectorFastModes ||
      !is16BitFloat(destination.type) || !is16BitFloat(source.type))
    return 1;
  auto isContiguous = [](const OnChipOperand &o) {
    return o.rank >= 1 && o.stride[o.rank - 1] == 1;
  };
  bool inSbuf = destination.space == Space::sbuf && source.space == Space::sbuf;
  bool contiguous = isContiguous(destination) && isContiguous(source);
  return inSbuf && contiguous ? 4 : inSbuf || contiguous ? 2 : 1;
}

/// Bytes of one run without a gap, from the innermost pair outwards.
static uint64_t contiguousBytes(const OnChipOperand &o) {
  uint64_t run = 1;
  for (unsigned i = std::min<unsigned>(o.rank, 4); i-- > 0;) {
    if (o.count[i] == 1)
      continue;
    if (o.stride[i] < 0 || uint64_t(o.stride[i]) != run)
      break;
    run *= o.count[i];
  }
  return run * elementBytes(o.type);
}

static uint64_t contiguousBytes(const HbmOperand &o) {
  uint64_t run = elementBytes(o.type);
  for (unsigned i = std::min<unsigned>(o.rank, 5); i-- > 0;) {
    if (o.count[i] == 1)
      continue;
    if (o.stride[i] < 0 || uint64_t(o.stride[i]) != run)
      break;
    run *= o.count[i];
  }
  return run;
}

/// Each run is one descriptor element, which costs as much as
/// dmaDescriptorBytes; the engines share the work, and the core has its share
/// of the chip's HBM bandwidth.
static double transferNanoseconds(uint64_t bytes, uint64_t run, bool isHbm,
                                  const Target &target) {
  double work = double(bytes) +
                double(bytes) / double(run) * double(target.dmaDescriptorBytes);
  double engines =
      work / (double(target.dmaEngines) * target.dmaBytesPerNanosecond);
  double memory = isHbm ? double(bytes) * double(target.coresPerChip) /
                              target.hbmBytesPerNanosecond
                        : 0;
  return std::max(engines, memory);
}

template <typename A, typename B>
static double dmaTime(const A &a, const B &b, const Target &target) {
  uint64_t n = elements(a);
  uint64_t bytes = n * std::max(elementBytes(a.type), elementBytes(b.type));
  uint64_t run =
      std::max<uint64_t>(1, std::min(contiguousBytes(a), contiguousBytes(b)));
  return transferNanoseconds(
      bytes, run,
      std::is_same_v<A, HbmOperand> || std::is_same_v<B, HbmOperand>, target);
}

double dmaNanoseconds(const OnChipOperand &a, const OnChipOperand &b,
                      const Target &target) {
  return dmaTime(a, b, target);
}
double dmaNanoseconds(const OnChipOperand &a, const HbmOperand &b,
                      const Target &target) {
  return dmaTime(a, b, target);
}
double dmaNanoseconds(const HbmOperand &a, const HbmOperand &b,
                      const Target &target) {
  return dmaTime(a, b, target);
}

double dmaSumFactor(bool accumulate, const Target &target) {
  return accumulate && !target.dmaAddsAtFullRate ? 2 : 1;
}

double dmaTransposeNanoseconds(uint64_t n, ElementType type, bool isHbm,
                               const Target &target) {
  uint64_t bytes = n * elementBytes(type);
  double copy = transferNanoseconds(bytes, bytes, isHbm, target);
  return copy / (bitWidth(type) == 16 ? 0.9 : 0.5);
}

double partitionTurns(const OnChipOperand &o) {
  return std::min<unsigned>(o.partitions, 16);
}

/// Reference, section 2.6: 150 + n e / C with C = ((28 + 4e) / 4e) / min(4 /
/// size, e), for n indices of e elements.
double localGatherInterval(const OnChipOperand &destination, unsigned run,
                           const Target &target) {
  double e = std::max(run, 1u), size = double(elementBytes(destination.type));
  double c = ((28 + 4 * e) / (4 * e)) / std::min(4 / size, e);
  return double(target.gpsimdStart) +
         std::max(double(destination.elementsPerPartition()) / c, 1.0);
}

} // namespace glia::isa
