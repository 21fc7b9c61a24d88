//===- ConstantStore.h - Weights that are never resident ------------------===//
//
// IR names a constant by its id; where its bytes come from stands here. A
// constant is a source (file span, or owned memory for small values) and a
// recorded program of transforms that runs in chunks when the bytes are
// asked for, so that compiling never holds the weights in memory.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_SUPPORT_CONSTANTSTORE_H
#define GLIA_SUPPORT_CONSTANTSTORE_H

#include "glia/Support/ElementType.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <compare>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

namespace glia {

using Shape = llvm::SmallVector<int64_t, 6>;

/// Dense row-major little-endian bytes [offset, offset + bytes) of a file.
/// Read by pread with size checks, never mapped.
/// With a `root`, `path` is below it and is opened under the rules of
/// OpenBeneath.h (ONNX external data).
struct FileSpan {
  std::string path;
  uint64_t offset = 0, bytes = 0;
  std::string root;
  std::strong_ordering operator<=>(const FileSpan &) const = default;
};
struct MemorySpan {
  std::vector<uint8_t> bytes;
  std::strong_ordering operator<=>(const MemorySpan &) const = default;
};

/// One recorded transform; each maps a dense row-major tensor to another.
struct TransposeStep {
  llvm::SmallVector<int64_t, 6> permutation;
  std::strong_ordering operator<=>(const TransposeStep &) const = default;
};
struct ReshapeStep {
  Shape shape;
  std::strong_ordering operator<=>(const ReshapeStep &) const = default;
};
struct SliceStep {
  llvm::SmallVector<int64_t, 6> starts, sizes, strides;
  std::strong_ordering operator<=>(const SliceStep &) const = default;
};
/// Repeats along dimensions of size 1, ONNX Expand.
struct BroadcastStep {
  Shape shape;
  std::strong_ordering operator<=>(const BroadcastStep &) const = default;
};
/// To nearest even; machine.md 4.9: constants never round stochastically.
struct CastStep {
  ElementType type;
  std::strong_ordering operator<=>(const CastStep &) const = default;
};
/// Zeros behind the last element of `dimension`, up to a size of `extent`.
struct PadStep {
  int64_t dimension, extent;
  std::strong_ordering operator<=>(const PadStep &) const = default;
};
/// The part that a core has of a tensor in `parts` equal parts along
/// `dimension`: number (core / divisor) % parts. The bytes are known once
/// ConstantStore::ofCore has said which core's.
struct ShardStep {
  int64_t dimension, parts, divisor;
  std::strong_ordering operator<=>(const ShardStep &) const = default;
};
using ConstantStep = std::variant<TransposeStep, ReshapeStep, SliceStep,
                                  BroadcastStep, CastStep, PadStep, ShardStep>;

struct Constant {
  std::string name;       // ONNX name, may be empty
  ElementType sourceType; // as stored at the source
  Shape sourceShape;
  std::variant<FileSpan, MemorySpan> source;
  std::vector<ConstantStep> program; // applied in order

  /// Where the bytes are from, to compare: before the program, and after it.
  auto origin() const { return std::tie(sourceType, sourceShape, source); }
  auto content() const {
    return std::tie(sourceType, sourceShape, source, program);
  }
};

class ConstantStore {
public:
  using Id = int64_t;

  Id add(Constant constant);
  Id addMemory(llvm::StringRef name, ElementType type,
               llvm::ArrayRef<int64_t> shape, std::vector<uint8_t> bytes);
  /// A new constant: the same source as `base`, one more step.
  Id derive(Id base, ConstantStep step);

  /// Whether cores have parts of their own of the constant.
  bool isSharded(Id id) const;
  /// What core number `core` has of a constant: a new constant, in which each
  /// ShardStep is a SliceStep; `id` itself where it is not sharded.
  Id ofCore(Id id, int64_t core);

  const Constant &get(Id id) const { return constants[id]; }
  size_t size() const { return constants.size(); }
  /// Type and shape after the program.
  ElementType type(Id id) const;
  Shape shape(Id id) const;
  uint64_t bytes(Id id) const;

  /// Hands the final bytes to `sink` in order, in chunks of at most 4 MiB.
  /// Errors: E5800, E5802, E9800 if it is sharded, or whatever `sink` returns.
  llvm::Error
  stream(Id id,
         llvm::function_ref<llvm::Error(llvm::ArrayRef<uint8_t>)> sink) const;
  /// All bytes at once; for folding, within the caller's budget.
  llvm::Expected<std::vector<uint8_t>> read(Id id) const;

private:
  std::vector<Constant> constants;
};

} // namespace glia

#endif
