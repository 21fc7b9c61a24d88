//===- CheckCollectives.cpp - Poison through collectives ------------------===//
//
// A collective that moves blocks moves their poison in the same way: a byte for
// each byte goes through the function that moves the values.
//
//===----------------------------------------------------------------------===//
#include "Check.h"
#include "Collective.h"

namespace glia::interpreter {

Checker::Place Checker::place(const Arrival &rank, const uint8_t *start,
                              const Pattern &pattern) {
  Checker &owner = *rank.core->checker;
  const uint8_t *memory =
      rank.isOnChip ? owner.core.sbuf.row(0) : owner.core.hbm.data();
  return {&owner, rank.isOnChip ? &owner.sbuf : &owner.hbm,
          static_cast<uint64_t>(start - memory), pattern};
}

void Checker::finishCollective(llvm::ArrayRef<Arrival> ranks) {
  std::vector<std::vector<uint8_t>> sources, destinations;
  llvm::SmallVector<const uint8_t *> from;
  llvm::SmallVector<uint8_t *> to;
  bool isDefined = true;
  for (const Arrival &rank : ranks) {
    Place source = place(rank, rank.source, rank.from);
    isDefined &= !source.map->find(source.start, source.pattern);
  }
  if (isDefined || !movesBlocks(ranks.front().opcode)) {
    for (const Arrival &rank : ranks) {
      Place destination = place(rank, rank.destination, rank.to);
      destination.map->set(destination.start, destination.pattern, false);
    }
    return;
  }
  for (const Arrival &rank : ranks) {
    Place source = place(rank, rank.source, rank.from);
    source.map->read(source.start, source.pattern, sources.emplace_back());
    destinations.emplace_back(rank.destinationElements * rank.to.elementBytes);
    from.push_back(sources.back().data());
    to.push_back(destinations.back().data());
  }
  moveBlocks(ranks, from, to);
  for (auto [rank, poisoned] : llvm::zip(ranks, destinations)) {
    Place destination = place(rank, rank.destination, rank.to);
    destination.map->write(destination.start, destination.pattern, poisoned);
  }
}

} // namespace glia::interpreter
