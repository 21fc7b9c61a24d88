//===- Select.cpp - Takes elements under a predicate ----------------------===//
//
// Bit exact; what the predicate does not choose is not touched.
//
//===----------------------------------------------------------------------===//
#include "lib/Interpreter/Execute.h"
#include "lib/Interpreter/Rows.h"

namespace glia::interpreter {

/// `destination` may be one of the rows read.
template <typename T, typename P>
static void choose(const uint8_t *predicate, const uint8_t *source,
                   uint8_t *destination, uint64_t n) {
  const P *flags = reinterpret_cast<const P *>(predicate);
  const T *from = reinterpret_cast<const T *>(source);
  T *to = reinterpret_cast<T *>(destination);
  for (uint64_t i = 0; i < n; ++i)
    to[i] = flags[i] != 0 ? from[i] : to[i];
}

template <typename P>
static void chooseBits(unsigned bytes, const uint8_t *predicate,
                       const uint8_t *source, uint8_t *row, uint64_t n) {
  if (bytes == 1)
    choose<uint8_t, P>(predicate, source, row, n);
  else if (bytes == 2)
    choose<uint16_t, P>(predicate, source, row, n);
  else
    choose<uint32_t, P>(predicate, source, row, n);
}

llvm::Error execute(Core &core, const isa::Select &x) {
  RowReader predicate(core, x.predicate, x.destination, 0),
      source(core, x.source, x.destination, 1), old(core, x.destination, {}, 2);
  RowWriter writer(core, x.destination, {}, 3);
  unsigned bytes = elementBytes(x.destination.type);
  uint64_t n = writer.elements();
  for (unsigned p = 0; p < x.destination.partitions; ++p) {
    uint8_t *row = core.scratch<uint8_t>(4, n * bytes);
    std::memcpy(row, old.bits(p), n * bytes);
    switch (elementBytes(x.predicate.type)) {
    case 1:
      chooseBits<uint8_t>(bytes, predicate.bits(p), source.bits(p), row, n);
      break;
    case 2:
      chooseBits<uint16_t>(bytes, predicate.bits(p), source.bits(p), row, n);
      break;
    default:
      chooseBits<uint32_t>(bytes, predicate.bits(p), source.bits(p), row, n);
    }
    writer.storeBits(p, row);
  }
  return llvm::Error::success();
}

} // namespace glia::interpreter
