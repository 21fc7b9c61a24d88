//===- ConversionTable.cpp - Every conversion of a narrow type ------------===//
//
// Writes, for each source type of at most 16 bits and each destination type,
// what every pattern converts to: one line `from to count bytes`, then the
// elements, one in `bytes` bytes. To each float type a second time as `to+`,
// saturating. test/Conversions/exhaustive.py judges it.
//
//===----------------------------------------------------------------------===//
#include "glia/Support/Numerics.h"
#include "llvm/Support/raw_ostream.h"
#include <vector>

using namespace glia;

/// The patterns of a type one by one, nibbles each in its own byte.
static void writeConversion(ElementType from, ElementType to, bool saturate) {
  uint32_t count = 1u << bitWidth(from);
  if (from == ElementType::boolean)
    count = 2;
  size_t bytes = storageBytes(to, 1);
  std::vector<uint8_t> result(count * bytes);
  bool integers = isInteger(from) && isInteger(to);
  for (uint32_t pattern = 0; pattern < count; ++pattern) {
    void *out = result.data() + pattern * bytes;
    if (integers)
      numerics::convertIntegers(from, &pattern, to, out, 1);
    else
      numerics::convert(from, &pattern, to, out, 1, saturate);
  }
  llvm::outs() << name(from) << " " << name(to) << (saturate ? "+ " : " ")
               << count << " " << bytes << "\n";
  llvm::outs().write(reinterpret_cast<const char *>(result.data()),
                     result.size());
}

int main() {
  for (unsigned from = 0; from < numElementTypes; ++from)
    for (unsigned to = 0; to < numElementTypes; ++to)
      if (bitWidth(ElementType(from)) <= 16) {
        writeConversion(ElementType(from), ElementType(to), false);
        if (from != to && isFloat(ElementType(to)))
          writeConversion(ElementType(from), ElementType(to), true);
      }
  return 0;
}
