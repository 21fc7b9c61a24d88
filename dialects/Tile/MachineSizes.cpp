#include "dialects/Tile/MachineSizes.h"
using namespace glia::tile;
std::optional<MachineSizes> glia::tile::findMachineSizes(llvm::StringRef target) {
  if (target == "trn2")
    return MachineSizes{212984, 12ll << 30, {2.4, 0.96, 1.2, 1.2, 1.2}, 16 * 23};
  return std::nullopt;
}
