//===- HazardTracker.h - Who touched these bytes before -------------------===//
//
// Walks a program in its linear order and tells, for each access, which earlier
// operations must be complete first: read after write, write after read, write
// after write. Memory is cut into buckets; each keeps only the accesses
// that can still matter, so a step costs what overlaps it, not what precedes it.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_DIALECTS_TILE_HAZARDTRACKER_H
#define GLIA_DIALECTS_TILE_HAZARDTRACKER_H

#include "dialects/Tile/MemoryRegion.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <vector>

namespace glia::tile {

class HazardTracker {
public:
  /// For one space of about `extent` bytes, which sets the number of buckets (1: one bucket for all). With `agentsInOrder`,
  /// operations of one agent are known to complete in their linear order, so that an access may stand for earlier ones of its
  /// agent; the scheduler, which still chooses the order, passes false.
  HazardTracker(int64_t extent, bool agentsInOrder);

  using Report = llvm::function_ref<void(unsigned earlier)>;
  /// Reports earlier writers of the region (perhaps more than once) and records `operation` as a reader, unless no write follows.
  void read(const MemoryRegion &region, unsigned operation, unsigned agent, Report report, bool writesFollow = true);
  /// Reports earlier readers and writers and records `operation` as a writer. What it overwrites is forgotten.
  void write(const MemoryRegion &region, unsigned operation, unsigned agent, Report report);

private:
  /// One access in one bucket: the part [low, high) of its region.
  struct Record {
    unsigned region; // in `regions`
    unsigned operation;
    unsigned agent;
    int64_t low, high;
  };
  struct Bucket {
    std::vector<Record> readers, writers;
  };
  /// A part of a region in one bucket; if dense, every byte of it is touched.
  struct Piece {
    int64_t low, high;
    bool dense;
  };
  using Visit = llvm::function_ref<void(Bucket &, const Piece &)>;
  void forEachPiece(const MemoryRegion &region, Visit visit);
  void visitRange(int64_t low, int64_t high, bool dense, Visit visit);
  bool replaces(const MemoryRegion &region, const Piece &piece, const Record &earlier) const;
  void scan(const std::vector<Record> &records, const MemoryRegion &region, const Piece &piece, unsigned operation, Report report) const;
  void append(std::vector<Record> &records, const Record &record, bool dense);
  void merge(std::vector<Record> &records);

  bool agentsInOrder;
  int64_t bucketBytes;
  std::vector<Bucket> buckets;
  std::vector<MemoryRegion> regions;
};

} // namespace glia::tile

#endif
