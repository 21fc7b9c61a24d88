//===- Object.h - The object file, in memory and on disk ------------------===//
//
// An ELF64 file with one text section per (program, engine), tables, a debug
// map and the weights (docs/ObjectFormat.md). A file is never trusted: every
// read is bounds-checked, and a checksum is not taken for security.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_OBJECT_OBJECT_H
#define GLIA_OBJECT_OBJECT_H

#include "glia/Support/ElementType.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace glia {

class OutputGroup;

inline constexpr unsigned numEngines = 5;
inline constexpr uint32_t formatMajor = 0, formatMinor = 3;

enum class BindingKind : uint8_t { input = 0, output = 1, state = 2 };
llvm::StringRef name(BindingKind kind);

/// The step counter of stochastic rounding among the states of a file.
inline constexpr char stepStateName[] = "glia.step";

/// Which part of a split tensor a core holds.
struct Shard {
  uint32_t core = 0;
  llvm::SmallVector<uint32_t, 6> part; // number of the part along each dimension
  bool operator==(const Shard &) const = default;
};

/// One step from the ONNX form of a state to its form in HBM. Each can be
/// undone.
struct LayoutStep {
  enum Kind : uint8_t {
    permute = 0, // values: dimension i of the result is dimension values[i]
    pad = 1,     // values: sizes, reached by zeros at the end of each dimension
    tile = 2,    // values: dimension, size; it becomes two, (extent / size, size)
  } kind = permute;
  llvm::SmallVector<int64_t, 6> values;
  bool operator==(const LayoutStep &) const = default;
};

/// A named tensor in HBM that the caller sees: dense row-major, at the same
/// place on each core. Without shards every core holds all of it.
struct Binding {
  std::string name; // in the ONNX model
  BindingKind kind = BindingKind::input;
  ElementType type = ElementType::f32;
  llvm::SmallVector<int64_t, 6> shape; // of the whole tensor
  uint64_t hbmOffset = 0, bytes = 0;   // of one core's part, behind `layout`
  /// With shards: the size of a part. What reaches over the end of the tensor
  /// is zero on the way in and dropped on the way out.
  llvm::SmallVector<int64_t, 6> partShape;
  std::vector<Shard> shards;      // by core
  std::vector<LayoutStep> layout; // of states only
  bool operator==(const Binding &) const = default;

  /// Of the whole tensor, as the caller gives and takes it.
  uint64_t wholeBytes() const;
  /// The ONNX shape of what one core holds.
  llvm::ArrayRef<int64_t> shapeOfPart() const { return shards.empty() ? shape : partShape; }
  /// The part of a core: null if it holds none of the tensor.
  const Shard *findShard(uint32_t core) const;
  bool isOn(uint32_t core) const { return shards.empty() || findShard(core); }
};

/// Bytes that the loader copies from `.weights` into HBM.
struct ConstantSpan {
  std::string name;
  uint64_t hbmOffset = 0, bytes = 0;
  uint64_t fileOffset = 0;     // in .weights; set by the writer
  std::vector<uint32_t> cores = {}; // that hold it, ascending; empty: all
  /// The first value of the state that lies at the same place; else what it
  /// holds is read-only.
  bool isInitial = false;
  bool operator==(const ConstantSpan &) const = default;

  bool isOn(uint32_t core) const;
};

/// Ranks (cores) that take part in one collective, each in one group at most.
/// The order in a group is the order of the result's blocks.
struct ReplicaGroups {
  std::vector<std::vector<uint32_t>> groups;
  bool operator==(const ReplicaGroups &) const = default;

  /// The group of a core, and its place in it.
  std::optional<std::pair<uint32_t, uint32_t>> find(uint32_t core) const;
};

/// One node of the ONNX model.
struct NodeReference {
  std::string path; // index path: "12" or "3/then/4"
  std::string opType, name;
  bool operator==(const NodeReference &) const = default;
};

/// Holds from `pc` up to the next entry of the engine. Sorted by program,
/// engine and pc.
struct DebugEntry {
  static constexpr uint32_t noNode = 0xFFFFFFFF;
  uint8_t engine = 0;
  uint32_t pc = 0;
  uint32_t node = noNode; // index into nodes
  uint32_t program = 0;
  bool operator==(const DebugEntry &) const = default;
};

struct Program {
  std::array<std::vector<uint8_t>, numEngines> text; // pc counts 64-byte words
  bool operator==(const Program &) const = default;
};

struct Entry {
  std::string name;
  std::vector<std::pair<std::string, int64_t>> dims; // of this entry
  uint32_t program = 0;
  std::array<uint32_t, numEngines> pc{};
  bool operator==(const Entry &) const = default;
};

/// An axis of a binding whose extent follows from the buckets' dimension.
struct BucketAxis {
  uint32_t binding = 0, axis = 0;
  std::vector<int64_t> extents; // of sizes `least`, `least` + 1, ...
  bool operator==(const BucketAxis &) const = default;
};

/// What an input's elements are beyond its true shape.
struct BucketPad {
  uint32_t binding = 0;
  uint64_t bits = 0; // of one element
  bool operator==(const BucketPad &) const = default;
};

/// Entries for several sizes of one dimension. Bindings have the shapes of the
/// largest one; a smaller entry finds its tensors dense at their start.
struct BucketTable {
  std::string dim; // "": there are no buckets
  int64_t least = 0;
  std::vector<BucketAxis> axes;
  std::vector<BucketPad> pads;
  bool operator==(const BucketTable &) const = default;
};

struct ObjectImage {
  std::string target;   // "trn2"
  std::string producer; // "glia 0.1.0"; no paths, no times
  std::vector<Program> programs;
  std::vector<uint32_t> coreToProgram{0};
  std::vector<Entry> entries;
  std::vector<Binding> bindings;
  std::vector<ConstantSpan> constants;
  std::vector<ReplicaGroups> replicaGroups; // collectives name them by number
  BucketTable buckets;
  uint64_t hbmBytes = 0; // of one core's HBM image
  std::vector<NodeReference> nodes;
  std::vector<DebugEntry> debug;
  bool operator==(const ObjectImage &) const = default;

  /// The node at a pc, or null.
  const NodeReference *findNode(uint32_t program, unsigned engine, uint32_t pc) const;
  uint32_t numCores() const { return uint32_t(coreToProgram.size()); }
  /// What each core runs when the entry is called ("": the name of the first):
  /// the record of its own program, null (idle) if that has none. If no core's
  /// program has the entry, every core runs the first record of that name.
  /// Empty: there is no such entry.
  std::vector<const Entry *> entriesOf(llvm::StringRef name) const;
  /// The size of the buckets' dimension that an entry is compiled for; none in
  /// a program without buckets.
  std::optional<int64_t> bucketSize(const Entry &entry) const;
  /// The entry of the smallest bucket with room for `size`; null: none has.
  const Entry *bucketFor(int64_t size) const;
  /// A binding's shape when the buckets' dimension has this size.
  std::vector<int64_t> shapeAt(size_t binding, int64_t size) const;
};

/// Sizes in HBM of a tensor of this shape, after the steps. Errors: E1211.
llvm::Expected<llvm::SmallVector<int64_t, 6>> layOutShape(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<LayoutStep> steps);

/// Writes everything but the weights from the image, then the weights as they
/// come. The file has a temporary name until finish().
class ObjectWriter {
public:
  /// File offsets of the constants are set by the writer, in their order.
  static llvm::Expected<ObjectWriter> create(llvm::StringRef path, const ObjectImage &image, OutputGroup *group = nullptr);
  ObjectWriter(ObjectWriter &&);
  ObjectWriter &operator=(ObjectWriter &&);
  ~ObjectWriter();

  /// The next bytes of the constants, in order; any cut. The writer pads
  /// between constants.
  llvm::Error appendWeights(llvm::ArrayRef<uint8_t> bytes);
  /// Fails if bytes are missing; then, as without a call, nothing is left.
  llvm::Error finish();

  struct State; // lib/Object's own
  explicit ObjectWriter(std::unique_ptr<State> state);

private:
  std::unique_ptr<State> state;
};

/// The same into memory. `weights` hands all constants' bytes to its argument, in order and in any cut: nothing but the object holds
/// them.
using WeightSink = llvm::function_ref<llvm::Error(llvm::ArrayRef<uint8_t> bytes)>;
llvm::Expected<std::vector<uint8_t>> writeObject(const ObjectImage &image, llvm::function_ref<llvm::Error(WeightSink)> weights);
/// `weights` holds each constant's bytes.
llvm::Expected<std::vector<uint8_t>> writeObject(const ObjectImage &image, llvm::ArrayRef<std::vector<uint8_t>> weights);

struct LoadOptions {
  bool verifyChecksum = true; // off in tests only
  bool verifyAll = false;     // the weights' hashes at once, not at first use
  bool validate = true;       // validateProgram
  uint64_t maxDeviceMemory = uint64_t(16) << 30;
};

class Object {
public:
  static llvm::Expected<std::unique_ptr<Object>> open(llvm::StringRef path, const LoadOptions &options = {});
  static llvm::Expected<std::unique_ptr<Object>> fromMemory(std::vector<uint8_t> bytes, const LoadOptions &options = {});
  ~Object();

  const ObjectImage &image() const;
  /// Bytes [offset, offset + bytes.size()) of a constant, checked against the
  /// hash of each 1 MiB chunk at its first use. Safe from several threads.
  llvm::Error readWeights(size_t constant, uint64_t offset, llvm::MutableArrayRef<uint8_t> bytes) const;
  /// The debug map was damaged and left out; never fatal.
  bool isDebugMapDamaged() const;
  /// What validation found legal but hardly meant.
  llvm::ArrayRef<std::string> warnings() const;

  struct Section {
    std::string name;
    uint64_t offset, size;
  };
  llvm::ArrayRef<Section> sections() const;
  uint64_t fileBytes() const;
  /// Hex digits of the content hash.
  std::string contentHash() const;

  struct State; // lib/Object's own
  explicit Object(std::unique_ptr<State> state);

private:
  std::unique_ptr<State> state;
};

/// The whole program: every instruction decodes and keeps the table's checks,
/// branches go to instruction starts, loops nest, calls end, queues belong to
/// one stream, tables stay inside the HBM image. `warnings` takes what is legal
/// but hardly meant: an input that nothing reads, an output never written.
llvm::Error validateProgram(const ObjectImage &image,
                            std::vector<std::string> *warnings = nullptr);

/// What the assembler takes behind the place of a binding or a constant, and
/// behind `.groups`; "" where nothing is said. Errors: E1206.
std::string formatPlacement(const Binding &binding);
std::string formatPlacement(const ConstantSpan &constant);
std::string formatPlacement(const ReplicaGroups &set);
llvm::Error parsePlacement(llvm::StringRef text, Binding &binding);
llvm::Error parsePlacement(llvm::StringRef text, ConstantSpan &constant);
llvm::Error parsePlacement(llvm::StringRef text, ReplicaGroups &set);

/// What the assembler takes behind `.buckets`; "" without buckets. Errors: E1206.
std::string formatBuckets(const BucketTable &table);
llvm::Error parseBuckets(llvm::StringRef text, BucketTable &table);

/// Text form of an object: everything in ObjectImage and the weights.
struct AssembledObject {
  ObjectImage image;
  std::vector<std::vector<uint8_t>> weights; // one per constant
};
llvm::Expected<AssembledObject> assemble(llvm::StringRef text, llvm::StringRef fileName);
/// Its output assembles back to the same bytes.
llvm::Error disassemble(const Object &object, llvm::raw_ostream &os);

} // namespace glia

#endif
