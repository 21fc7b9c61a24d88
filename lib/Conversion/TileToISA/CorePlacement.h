//===- CorePlacement.h - What of a program is on which core ---------------===//
//
// The grid of phase synchronised as the tables of an object: replica groups,
// shards of bindings, and the part of a constant that each core has.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_CONVERSION_TILETOISA_COREPLACEMENT_H
#define GLIA_CONVERSION_TILETOISA_COREPLACEMENT_H

#include "dialects/Tile/TileDialect.h"
#include "glia/Object/Object.h"
#include "glia/Support/ConstantStore.h"

namespace glia {

/// Set number i are the groups of axis i; none on one core.
std::vector<std::string> replicaGroupTexts(const Grid &grid);

/// The shape of the caller's tensor, and who has which part of it. Without
/// `split` every core has all.
Binding placeBinding(tile::BufferType part,
                     std::optional<llvm::ArrayRef<int64_t>> split,
                     const Grid &grid);

/// One part of a constant and the cores that have it; none are named where all
/// have it.
struct ConstantPart {
  ConstantStore::Id id;
  ConstantSpan span;
};
/// The parts in the order of their first core. A new constant for each part of
/// one that is sharded.
std::vector<ConstantPart>
placeConstant(ConstantStore::Id id, ConstantStore *constants, const Grid &grid);

} // namespace glia

#endif
