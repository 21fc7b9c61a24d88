//===- Rng.cpp - Draws random numbers -------------------------------------===//
//
// The words that stochastic rounding would use at the same places, so that what
// is drawn depends on the logical tensor and not on how it is cut.
//
//===----------------------------------------------------------------------===//
#include "glia/Support/Philox.h"
#include "lib/Interpreter/Elements.h"
#include "lib/Interpreter/Execute.h"
#include "lib/Interpreter/LogicalIndex.h"

namespace glia::interpreter {

llvm::Error execute(Core &core, const isa::Rng &x) {
  std::vector<int64_t> state = readIntegers(core, x.state);
  auto word = [&](unsigned i) { return static_cast<uint32_t>(state[i]); };
  AffineWalk walk = affineWalk(x.destination, static_cast<uint64_t>(x.offset),
                               {x.step0, x.step1, x.step2, x.step3, x.step4});
  uint64_t n = elementCount(x.destination);
  ElementType type = x.destination.type;
  bool isFloat = type == ElementType::f32;
  std::vector<int64_t> integers(isFloat ? 0 : n);
  std::vector<float> floats(isFloat ? n : 0);
  for (uint64_t i = 0; i < n; ++i) {
    uint64_t index = walk.next();
    std::array<uint32_t, 4> random =
        philox4x32({static_cast<uint32_t>(index),
                    static_cast<uint32_t>(index >> 32), word(2), word(3)},
                   {word(0), word(1)});
    if (isFloat)
      floats[i] = static_cast<float>(random[0] >> 8) * 0x1p-24f; // exact
    else if (type == ElementType::boolean)
      integers[i] = random[0] & 1;
    else
      integers[i] = static_cast<int64_t>(uint64_t(random[1]) << 32 | random[0]);
  }
  if (x.advance) {
    state[2] = word(2) + uint32_t(1);
    writeIntegers(core, x.state, state);
  }
  if (isFloat)
    writeBits(core, x.destination,
              {reinterpret_cast<const uint8_t *>(floats.data()), n * 4});
  else
    writeIntegers(core, x.destination, integers);
  return llvm::Error::success();
}

} // namespace glia::interpreter
