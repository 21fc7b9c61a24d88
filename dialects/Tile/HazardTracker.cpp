//===- HazardTracker.cpp - Who touched these bytes before -----------------===//
//
// Lists stay short by three rules: a write that covers an earlier access in a
// bucket replaces it there (whoever depends on the earlier one depends on the
// write, too); where agents run in order, a read replaces its agent's
// reads of the same bytes; and an overlong list is merged to one rectangle
// per agent, which may report too much but never too little.
//
//===----------------------------------------------------------------------===//
#include "dialects/Tile/HazardTracker.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <limits>
#include <map>

using namespace glia::tile;

static constexpr int64_t maxBuckets = 2048;
static constexpr int64_t minBucketBytes = 256;
static constexpr size_t mergeAbove = 64;

HazardTracker::HazardTracker(int64_t extent, bool agentsInOrder) : agentsInOrder(agentsInOrder) {
  bucketBytes = std::max<int64_t>(minBucketBytes, llvm::PowerOf2Ceil(llvm::divideCeil(std::max<int64_t>(extent, 1), maxBuckets)));
  buckets.resize(llvm::divideCeil(std::max<int64_t>(extent, 1), bucketBytes));
}

void HazardTracker::forEachBucket(const MemoryRegion &region, llvm::function_ref<void(Bucket &, int64_t, int64_t)> visit) {
  // The first and the last bucket also hold what lies outside the extent.
  const int64_t end = buckets.size() - 1;
  int64_t first = std::clamp<int64_t>(region.low / bucketBytes, 0, end), last = std::clamp<int64_t>((region.high - 1) / bucketBytes, 0, end);
  for (int64_t i = first; i <= last; ++i)
    visit(buckets[i], i == 0 ? std::numeric_limits<int64_t>::min() : i * bucketBytes,
          i == end ? std::numeric_limits<int64_t>::max() : (i + 1) * bucketBytes);
}

void HazardTracker::scan(const std::vector<Record> &records, const MemoryRegion &region, unsigned operation, Report report) const {
  for (const Record &record : records)
    if (record.operation != operation && regions[record.region].mayOverlap(region))
      report(record.operation);
}

void HazardTracker::append(std::vector<Record> &records, const Record &record, int64_t from, int64_t to) {
  if (agentsInOrder) {
    const MemoryRegion &region = regions[record.region];
    llvm::erase_if(records, [&](const Record &earlier) {
      const MemoryRegion &old = regions[earlier.region];
      return earlier.agent == record.agent && (old == region || region.covers(old, from, to));
    });
  }
  records.push_back(record);
  if (agentsInOrder && records.size() > mergeAbove)
    merge(records, from, to);
}

void HazardTracker::merge(std::vector<Record> &records, int64_t from, int64_t to) {
  std::map<unsigned, std::pair<Record, MemoryRegion>> byAgent;
  for (const Record &record : records) {
    const MemoryRegion &region = regions[record.region];
    auto [place, isNew] = byAgent.try_emplace(record.agent, record, region);
    auto &[merged, box] = place->second;
    unsigned first = std::min(box.firstPartition, region.firstPartition);
    unsigned end = std::max(box.firstPartition + box.partitions, region.firstPartition + region.partitions);
    box = MemoryRegion::block(region.space, first, end - first, std::max(std::min(box.low, region.low), from),
                        std::min(std::max(box.high, region.high), to));
    merged.operation = std::max(merged.operation, record.operation);
  }
  records.clear();
  for (auto &[agent, entry] : byAgent) {
    entry.first.region = regions.size();
    regions.push_back(entry.second);
    records.push_back(entry.first);
  }
}

void HazardTracker::read(const MemoryRegion &region, unsigned operation, unsigned agent, Report report) {
  Record record{static_cast<unsigned>(regions.size()), operation, agent};
  regions.push_back(region);
  forEachBucket(region, [&](Bucket &bucket, int64_t from, int64_t to) {
    scan(bucket.writers, region, operation, report);
    append(bucket.readers, record, from, to);
  });
}

void HazardTracker::write(const MemoryRegion &region, unsigned operation, unsigned agent, Report report) {
  Record record{static_cast<unsigned>(regions.size()), operation, agent};
  regions.push_back(region);
  forEachBucket(region, [&](Bucket &bucket, int64_t from, int64_t to) {
    for (std::vector<Record> *records : {&bucket.readers, &bucket.writers}) {
      scan(*records, region, operation, report);
      llvm::erase_if(*records, [&](const Record &earlier) { return region.covers(regions[earlier.region], from, to); });
    }
    append(bucket.writers, record, from, to);
  });
}
