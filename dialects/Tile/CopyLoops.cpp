//===- CopyLoops.cpp - A copy between buffers as loops --------------------===//
//
// The side that an access knows is one run of bytes, so an address in it is a
// number whose digits are the indices of the copy's loops. A pair of the access
// counts in one digit, or fills that one and counts in the next.
//
//===----------------------------------------------------------------------===//
#include "dialects/Tile/CopyLoops.h"
#include "llvm/ADT/STLExtras.h"

using namespace glia::tile;

llvm::SmallVector<CopyLoop, 6>
glia::tile::commonLoops(const BufferPattern &from, const BufferPattern &to) {
  llvm::SmallVector<CopyLoop, 6> loops;
  BufferPattern sides[] = {from.merged(), to.merged()};
  while (sides[0].rank > 0 && sides[1].rank > 0) {
    uint32_t counts[2], count = UINT32_MAX;
    for (unsigned s : {0, 1}) {
      counts[s] = sides[s].count[sides[s].rank - 1];
      count = std::min(count, counts[s]);
    }
    if (counts[0] % count || counts[1] % count)
      return {};
    loops.push_back({count, sides[0].stride[sides[0].rank - 1],
                     sides[1].stride[sides[1].rank - 1]});
    for (BufferPattern &side : sides) {
      side.stride[side.rank - 1] *= count;
      side.count[side.rank - 1] /= count;
      if (side.count[side.rank - 1] == 1)
        --side.rank;
    }
  }
  std::reverse(loops.begin(), loops.end());
  return loops;
}

namespace {

/// A digit of an address on the known side: worth `known` bytes there, and
/// `other` on the other side.
struct Digit {
  int64_t count, known, other;
  int64_t reached = 0; // by the access, at most
};

class Translator {
public:
  explicit Translator(llvm::SmallVector<Digit, 6> digits)
      : digits(std::move(digits)) {}

  /// The digits of the first address; where it lies on the other side.
  int64_t start(int64_t address);
  /// Adds the pairs that a pair of the access becomes.
  bool translate(int64_t count, int64_t stride);

  llvm::SmallVector<std::pair<int64_t, int64_t>, 8> pairs;

private:
  llvm::SmallVector<Digit, 6> digits; // the most significant first
};

} // namespace

int64_t Translator::start(int64_t address) {
  int64_t other = 0;
  for (Digit &digit : digits) {
    digit.reached = address / digit.known;
    address %= digit.known;
    other += digit.reached * digit.other;
  }
  return other;
}

bool Translator::translate(int64_t count, int64_t stride) {
  if (count == 1)
    return true;
  if (stride == 0) {
    pairs.push_back({count, 0});
    return true;
  }
  auto found = llvm::find_if(
      digits, [&](const Digit &digit) { return stride % digit.known == 0; });
  if (found == digits.end())
    return false;
  Digit &digit = *found;
  int64_t step = stride / digit.known;
  if (digit.reached + (count - 1) * step < digit.count) {
    digit.reached += (count - 1) * step;
    pairs.push_back({count, step * digit.other});
    return true;
  }
  int64_t full = digit.count / step;
  if (found == digits.begin() || digit.count % step || digit.reached >= step ||
      count % full || full == 1 || !translate(count / full, (found - 1)->known))
    return false;
  digit.reached += (full - 1) * step;
  pairs.push_back({full, step * digit.other});
  return true;
}

std::optional<BufferPattern>
glia::tile::throughCopy(const BufferPattern &access, const BufferPattern &from,
                        const BufferPattern &to, unsigned elementBytes,
                        bool toDestination) {
  llvm::SmallVector<Digit, 6> digits;
  for (const CopyLoop &loop : commonLoops(from, to))
    digits.push_back({loop.count, toDestination ? loop.from : loop.to,
                      toDestination ? loop.to : loop.from});
  llvm::sort(digits,
             [](const Digit &a, const Digit &b) { return a.known > b.known; });
  int64_t bytes = elementBytes; // of the run
  for (const Digit &digit : llvm::reverse(digits)) {
    if (digit.known != bytes)
      return std::nullopt;
    bytes *= digit.count;
  }
  const BufferPattern &known = toDestination ? from : to,
                      &other = toDestination ? to : from;
  int64_t low = access.range().first - known.offset,
          high = access.range().second - known.offset;
  if (digits.empty() || low < 0 || high >= bytes || low % elementBytes)
    return std::nullopt;
  Translator translator(std::move(digits));
  int64_t offset =
      other.offset + translator.start(access.offset - known.offset);
  for (unsigned i = 0; i < access.rank; ++i)
    if (access.stride[i] < 0 ||
        !translator.translate(access.count[i], access.stride[i]))
      return std::nullopt;
  if (translator.pairs.empty())
    translator.pairs.push_back({1, elementBytes});
  // Pairs that can be joined count once.
  llvm::SmallVector<std::pair<int64_t, int64_t>, 8> joined;
  for (auto [count, stride] : translator.pairs) {
    if (!joined.empty() && joined.back().second == count * stride)
      joined.back() = {joined.back().first * count, stride};
    else
      joined.push_back({count, stride});
  }
  if (joined.size() > 5 ||
      llvm::any_of(joined, [](auto pair) { return pair.first > UINT32_MAX; }))
    return std::nullopt;
  return BufferPattern::strided(offset, joined);
}
