//===- Poison.h - One bit per byte of memory ------------------------------===//
#ifndef GLIA_LIB_INTERPRETER_POISON_H
#define GLIA_LIB_INTERPRETER_POISON_H

#include "Memory.h"
#include "Pattern.h"

namespace glia::interpreter {

/// Addresses are offsets in the host's image of the memory.
class PoisonMap {
public:
  /// Nothing is watched before create().
  PoisonMap() = default;
  /// Errors: E4401.
  static llvm::Expected<PoisonMap> create(uint64_t bytes);
  /// Poisons everything.
  void clear() { memory.clear(); }
  void set(uint64_t from, uint64_t bytes, bool poisoned);
  void set(uint64_t start, const Pattern &pattern, bool poisoned);
  /// The first poisoned byte, or none.
  std::optional<uint64_t> find(uint64_t from, uint64_t bytes) const;
  std::optional<uint64_t> find(uint64_t start, const Pattern &pattern) const;
  /// Appends for each byte of a walk whether it is poisoned; and back.
  void read(uint64_t start, const Pattern &pattern,
            std::vector<uint8_t> &poisoned) const;
  void write(uint64_t start, const Pattern &pattern,
             llvm::ArrayRef<uint8_t> poisoned);
  /// Element by element, bits and all.
  static void copy(PoisonMap &to, uint64_t toStart, const Pattern &toPattern,
                   const PoisonMap &from, uint64_t fromStart,
                   const Pattern &fromPattern);

private:
  uint64_t *words() const {
    return reinterpret_cast<uint64_t *>(memory.data());
  }
  /// A bit is 1 where the byte is defined, so that untouched pages are poison.
  Reservation memory;
};

} // namespace glia::interpreter

#endif
