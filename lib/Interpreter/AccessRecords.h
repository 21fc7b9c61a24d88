//===- AccessRecords.h - Who touched which bytes --------------------------===//
//
// Under --check: accesses since the start, found by address. A record lies in
// every bucket of bytes that its walk touches; in a bucket, a later access
// that covers an older, ordered one replaces it; and what every stream has
// seen is thrown away, so that long programs do not pile up.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_INTERPRETER_ACCESSRECORDS_H
#define GLIA_LIB_INTERPRETER_ACCESSRECORDS_H

#include "Pattern.h"
#include "llvm/ADT/DenseMap.h"
#include <bitset>
#include <vector>

namespace glia::interpreter {

/// One clock per actor: how much of each has been seen.
using VectorClock = std::vector<uint32_t>;

struct AccessArea {
  isa::Space space = isa::Space::sbuf;
  unsigned core = 0;           // whose memory
  std::bitset<128> partitions; // the first one alone in HBM
  uint64_t start = 0;          // byte in the partition, or in HBM
  Pattern pattern;             // within a partition, or in HBM
};

struct AccessRecord {
  unsigned actor = 0;
  uint32_t clock = 0, pc = 0;
  bool isWrite = false;
  unsigned core = 0, engine = 0; // whose stream issued it
  uint32_t program = 0;
  AccessArea area;
  uint64_t low = 0, high = 0; // bytes touched lie in between

  /// Has whoever has this clock seen the access?
  bool isBefore(const VectorClock &now) const { return clock <= now[actor]; }
};

class AccessRecords {
public:
  void clear();
  /// Adds an access of one whose clock is `now`; a conflicting one that it has
  /// not seen, or null. Low and high are set here. The result is valid until
  /// the next call.
  const AccessRecord *add(AccessRecord access, const VectorClock &now);
  /// Time to throw away: call collect(), then look whether it is still full.
  bool isFull() const { return live >= threshold; }
  bool isAtLimit() const;
  /// Throws away what `seen` covers: no later access can race with it.
  void collect(const VectorClock &seen);

private:
  using Bucket = std::vector<uint32_t>; // indices of records
  const AccessRecord *visit(uint64_t key, uint64_t low, uint64_t high,
                            uint32_t index, const VectorClock &now);
  void drop(uint32_t index);

  std::vector<AccessRecord> records;
  std::vector<uint32_t> uses; // buckets that name each record
  std::vector<uint32_t> unused;
  llvm::DenseMap<uint64_t, Bucket> buckets;
  std::vector<uint64_t> keys, touched; // scratch
  size_t live = 0, threshold = size_t(1) << 14;
};

} // namespace glia::interpreter

#endif
