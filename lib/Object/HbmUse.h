//===- HbmUse.h - What a program does with the tensors in HBM -------------===//
//
// Answers for many accesses whether one meets a constant, and which inputs are
// read and outputs written. Every tensor is marked once, so that neither many
// tensors nor many accesses make it slow.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_OBJECT_HBMUSE_H
#define GLIA_LIB_OBJECT_HBMUSE_H

#include "glia/Object/Object.h"

namespace glia::object {

class HbmUse {
public:
  explicit HbmUse(const ObjectImage &image);
  /// Constants are those of the cores that run the program.
  void beginProgram(uint32_t program);
  /// A constant that has bytes in [low, high), or null.
  const ConstantSpan *constantIn(uint64_t low, uint64_t high) const;
  /// An access reaches [low, high).
  void use(uint64_t low, uint64_t high, bool isWrite);
  /// An access whose place is known only when it runs.
  void useAnywhere(bool isWrite) { anywhere[isWrite] = true; }
  /// Inputs that nothing reads and outputs that nothing writes: legal, but
  /// hardly meant.
  std::vector<std::string> warnings() const;

private:
  struct Range {
    uint64_t begin, end;
    size_t index;
  };
  /// Of tensors of one use: bindings that are read, bindings that are written.
  struct Marks {
    std::vector<size_t> next; // the first unmarked range from here on
    size_t unmarkedFrom(size_t i);
  };

  /// Sorts by address; cores may hold different constants at one place, which
  /// then are one range.
  static void merge(std::vector<Range> &ranges);

  const ObjectImage &image;
  std::vector<Range> bindings; // disjoint, by address
  // Constants that every core has, that some cores have, and these by the
  // program that the cores run.
  std::vector<Range> constantsOfAll, constantsOfAny;
  std::vector<std::vector<Range>> constantsOf;
  std::vector<bool> isOfSome; // programs: some core has it
  std::array<const std::vector<Range> *, 2> constants{}; // of this program
  std::array<Marks, 2> marks;                            // read, written
  std::array<bool, 2> anywhere{};
};

} // namespace glia::object

#endif
