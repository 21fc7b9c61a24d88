//===- HazardTracker.cpp - Who touched these bytes before -----------------===//
//
// A strided region is cut at its large strides, so that a column block of a
// matrix meets its rows' buckets only. Lists stay short by three rules: a write that
// covers an earlier access replaces it (whoever depends on the earlier one depends on
// the write, too); where agents run in order, a read replaces its agent's reads of
// the same bytes; and an overlong list is merged to one rectangle per
// agent, which may report too much but never too little.
//
//===----------------------------------------------------------------------===//
#include "dialects/Tile/HazardTracker.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"
#include <map>

using namespace glia::tile;

static constexpr int64_t maxBuckets = 1 << 17;
static constexpr int64_t minBucketBytes = 1024;
static constexpr int64_t maxPieces = 4096;
static constexpr size_t mergeAbove = 64;

HazardTracker::HazardTracker(int64_t extent, bool agentsInOrder) : agentsInOrder(agentsInOrder) {
  bucketBytes = std::max<int64_t>(minBucketBytes, llvm::PowerOf2Ceil(llvm::divideCeil(std::max<int64_t>(extent, 1), maxBuckets)));
  buckets.resize(llvm::divideCeil(std::max<int64_t>(extent, 1), bucketBytes));
}

/// The first and the last bucket also hold what lies outside the extent.
void HazardTracker::visitRange(int64_t low, int64_t high, bool dense, Visit visit) {
  const int64_t end = buckets.size() - 1;
  int64_t first = std::clamp<int64_t>(low / bucketBytes, 0, end), last = std::clamp<int64_t>((high - 1) / bucketBytes, 0, end);
  for (int64_t i = first; i <= last; ++i)
    visit(buckets[i], {i == first ? low : i * bucketBytes, i == last ? high : (i + 1) * bucketBytes, dense});
}

void HazardTracker::forEachPiece(const MemoryRegion &region, Visit visit) {
  if (region.dense || buckets.size() == 1)
    return visitRange(region.low, region.high, region.dense, visit);
  // The largest strides are walked, as long as that gives few pieces.
  llvm::SmallVector<std::pair<int64_t, int64_t>, 5> inner; // count, stride
  for (unsigned i = 0; i < region.rank; ++i)
    inner.emplace_back(region.count[i], region.stride[i]);
  llvm::sort(inner, [](auto a, auto b) { return std::abs(a.second) > std::abs(b.second); });
  llvm::SmallVector<std::pair<int64_t, int64_t>, 5> outer;
  int64_t pieces = 1;
  while (!inner.empty() && std::abs(inner.front().second) >= bucketBytes && pieces * inner.front().first <= maxPieces) {
    pieces *= inner.front().first;
    outer.push_back(inner.front());
    inner.erase(inner.begin());
  }
  MemoryRegion part = MemoryRegion::make(region.space, 0, 1, 0, region.elementBytes, inner);
  for (int64_t piece = 0; piece < pieces; ++piece) {
    int64_t base = region.base, rest = piece;
    for (auto [count, stride] : llvm::reverse(outer)) {
      base += rest % count * stride;
      rest /= count;
    }
    visitRange(base + part.low, base + part.high, part.dense, visit);
  }
}

/// Whether a dense piece touches all that an earlier access touches in the bucket.
bool HazardTracker::replaces(const MemoryRegion &region, const Piece &piece, const Record &earlier) const {
  const MemoryRegion &old = regions[earlier.region];
  return piece.dense && piece.low <= earlier.low && earlier.high <= piece.high && region.firstPartition <= old.firstPartition &&
         old.firstPartition + old.partitions <= region.firstPartition + region.partitions;
}

void HazardTracker::scan(const std::vector<Record> &records, const MemoryRegion &region, const Piece &piece, unsigned operation,
                         Report report) const {
  for (const Record &record : records)
    if (record.operation != operation && record.low < piece.high && piece.low < record.high &&
        regions[record.region].mayOverlap(region))
      report(record.operation);
}

void HazardTracker::append(std::vector<Record> &records, const Record &record, bool dense) {
  if (!records.empty() && records.back().region == record.region) { // another piece of it
    records.back().low = std::min(records.back().low, record.low);
    records.back().high = std::max(records.back().high, record.high);
    return;
  }
  if (agentsInOrder)
    llvm::erase_if(records, [&](const Record &earlier) {
      return earlier.agent == record.agent && (replaces(regions[record.region], {record.low, record.high, dense}, earlier) ||
                                               regions[earlier.region] == regions[record.region]);
    });
  records.push_back(record);
  if (agentsInOrder && records.size() > mergeAbove)
    merge(records);
}

void HazardTracker::merge(std::vector<Record> &records) {
  std::map<unsigned, std::pair<Record, MemoryRegion>> byAgent;
  for (const Record &record : records) {
    const MemoryRegion &region = regions[record.region];
    auto &[merged, box] = byAgent.try_emplace(record.agent, record, region).first->second;
    merged.low = std::min(merged.low, record.low);
    merged.high = std::max(merged.high, record.high);
    merged.operation = std::max(merged.operation, record.operation);
    unsigned first = std::min(box.firstPartition, region.firstPartition);
    unsigned end = std::max(box.firstPartition + box.partitions, region.firstPartition + region.partitions);
    box = MemoryRegion::block(region.space, first, end - first, merged.low, merged.high);
  }
  records.clear();
  for (auto &[agent, entry] : byAgent) {
    entry.first.region = regions.size();
    regions.push_back(entry.second);
    records.push_back(entry.first);
  }
}

void HazardTracker::read(const MemoryRegion &region, unsigned operation, unsigned agent, Report report, bool writesFollow) {
  unsigned index = regions.size();
  if (writesFollow)
    regions.push_back(region);
  forEachPiece(region, [&](Bucket &bucket, const Piece &piece) {
    scan(bucket.writers, region, piece, operation, report);
    if (writesFollow)
      append(bucket.readers, {index, operation, agent, piece.low, piece.high}, piece.dense);
  });
}

void HazardTracker::write(const MemoryRegion &region, unsigned operation, unsigned agent, Report report) {
  unsigned index = regions.size();
  regions.push_back(region);
  forEachPiece(region, [&](Bucket &bucket, const Piece &piece) {
    for (std::vector<Record> *records : {&bucket.readers, &bucket.writers}) {
      scan(*records, region, piece, operation, report);
      llvm::erase_if(*records, [&](const Record &earlier) { return earlier.region != index && replaces(region, piece, earlier); });
    }
    append(bucket.writers, {index, operation, agent, piece.low, piece.high}, piece.dense);
  });
}
