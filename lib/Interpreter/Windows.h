//===- Windows.h - Moving windows that are gathered once ------------------===//
//
// A convolution multiplies the same strided window of SBUF with every block of
// output channels. Gathered once, it serves all of them, until something is
// written where it came from: every part of a partition's bytes knows when
// that was. The epochs follow from the instruction table's accesses, in one
// place for all instructions; programs whose SBUF others write, too, keep no
// windows.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_INTERPRETER_WINDOWS_H
#define GLIA_LIB_INTERPRETER_WINDOWS_H

#include "glia/ISA/Instructions.h"
#include <memory>
#include <vector>

namespace glia::interpreter {

/// Bytes of SBUF, the same in each partition.
struct ByteRange {
  uint32_t low = 0, high = 0;
  bool isEmpty() const { return low >= high; }
};

/// The bytes of a partition from the operand's first to its last.
ByteRange byteRange(const isa::OnChipOperand &operand);

/// When bytes were written last, counted in writes.
class WriteEpochs {
public:
  void write(ByteRange range);
  bool isUnchangedSince(uint64_t epoch, ByteRange range) const;
  uint64_t now() const { return last; }

private:
  static constexpr uint32_t blockBytes = 512;
  std::vector<uint64_t> blocks;
  uint64_t last = 0;
};

class Windows {
public:
  WriteEpochs epochs;

  /// What was gathered from the operand, which covers `range`; null if that is
  /// gone. `isLast`: it is not asked for again soon, so its memory may go to
  /// the next window.
  const float *find(const isa::OnChipOperand &operand, ByteRange range,
                    bool isLast);
  /// Memory for `elements`, which the caller fills before the next write; null
  /// if there is none left. Valid until the next insert.
  float *insert(const isa::OnChipOperand &operand, uint64_t elements);
  /// Nothing is kept; the memory is.
  void reset();

private:
  struct Window {
    isa::OnChipOperand operand;
    uint64_t epoch = 0;    // when it was gathered
    bool isFree = true;    // nobody asks for it again
    uint64_t elements = 0; // that there is memory for
    std::unique_ptr<float[]> data;
  };
  /// About what a host core's own cache holds.
  static constexpr uint64_t maxElements = uint64_t(1) << 20;
  std::vector<Window> windows;
  uint64_t elements = 0; // of all
};

} // namespace glia::interpreter

#endif
