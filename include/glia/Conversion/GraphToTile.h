//===- GraphToTile.h - From fusions to tiles ------------------------------===//
//
// The pass `graph-to-tile`: each graph.fusion becomes a flat list of tile ops
// (phase fused -> tiled).
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_CONVERSION_GRAPHTOTILE_H
#define GLIA_CONVERSION_GRAPHTOTILE_H

#include <cstdint>
#include <memory>
#include <string>

namespace mlir {
class Pass;
}

namespace glia {

class ConstantStore;

/// Test hooks: the first may not change the bits of a right program, the others
/// make a wrong one.
struct GraphToTileOptions {
  /// Other tile sizes (M 64, N 256).
  bool smallTiling = false;
  /// Drops the middle chunk of the n-th contraction (from 0) that has more than
  /// one; -1: none.
  int64_t dropChunk = -1;
  /// The same of the contractions whose ONNX node has this name; "": none.
  std::string dropChunkOf;
  std::string target = "trn2";
};

/// `constants` outlives the pass; kernels derive packed weights in it. May be
/// null if the module has no constants.
std::unique_ptr<mlir::Pass>
createGraphToTilePass(const GraphToTileOptions &options = {},
                      ConstantStore *constants = nullptr);
void registerGraphToTilePass();

} // namespace glia

#endif
