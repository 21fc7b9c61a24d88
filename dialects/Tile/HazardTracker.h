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
  /// For one space of about `extent` bytes, which sets the number of buckets (1: one bucket for all). With `agentsInOrder`, operations of one agent are known to complete in their linear order,
  /// so that an access may stand for earlier ones of its agent; the scheduler, which still chooses the order, passes false.
  HazardTracker(int64_t extent, bool agentsInOrder);

  using Report = llvm::function_ref<void(unsigned earlier)>;
  /// Reports earlier writers of the region (perhaps more than once) and records `operation` as a reader.
  void read(const MemoryRegion &region, unsigned operation, unsigned agent, Report report);
  /// Reports earlier readers and writers and records `operation` as a writer. What it overwrites is forgotten.
  void write(const MemoryRegion &region, unsigned operation, unsigned agent, Report report);

private:
  struct Record {
    unsigned region; // in `regions`
    unsigned operation;
    unsigned agent;
  };
  struct Bucket {
    std::vector<Record> readers, writers;
  };
  void forEachBucket(const MemoryRegion &region, llvm::function_ref<void(Bucket &, int64_t from, int64_t to)> visit);
  void scan(const std::vector<Record> &records, const MemoryRegion &region, unsigned operation, Report report) const;
  void append(std::vector<Record> &records, const Record &record, int64_t from, int64_t to);
  void merge(std::vector<Record> &records, int64_t from, int64_t to);

  bool agentsInOrder;
  int64_t bucketBytes;
  std::vector<Bucket> buckets;
  std::vector<MemoryRegion> regions;
};

} // namespace glia::tile

#endif
