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
#include <string>
#include <utility>
#include <vector>

namespace glia {

class OutputGroup;

inline constexpr unsigned numEngines = 5;
inline constexpr uint32_t formatMajor = 0, formatMinor = 1;

enum class BindingKind : uint8_t { input = 0, output = 1, state = 2 };
llvm::StringRef name(BindingKind kind);

/// A named tensor in HBM that the caller sees: dense row-major.
struct Binding {
  std::string name;
  BindingKind kind = BindingKind::input;
  ElementType type = ElementType::f32;
  llvm::SmallVector<int64_t, 6> shape;
  uint64_t hbmOffset = 0, bytes = 0;
  bool operator==(const Binding &) const = default;
};

/// Bytes that the loader copies from `.weights` into HBM.
struct ConstantSpan {
  std::string name;
  uint64_t hbmOffset = 0, bytes = 0;
  uint64_t fileOffset = 0; // in .weights; set by the writer
  bool operator==(const ConstantSpan &) const = default;
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

struct ObjectImage {
  std::string target;   // "trn2"
  std::string producer; // "glia 0.1.0"; no paths, no times
  std::vector<Program> programs;
  std::vector<uint32_t> coreToProgram{0};
  std::vector<Entry> entries;
  std::vector<Binding> bindings;
  std::vector<ConstantSpan> constants;
  uint64_t hbmBytes = 0; // of one core's HBM image
  std::vector<NodeReference> nodes;
  std::vector<DebugEntry> debug;
  bool operator==(const ObjectImage &) const = default;

  /// The node at a pc, or null.
  const NodeReference *findNode(uint32_t program, unsigned engine, uint32_t pc) const;
};

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

/// The same into memory; `weights` holds each constant's bytes.
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
