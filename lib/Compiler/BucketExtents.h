//===- BucketExtents.h - Shapes as functions of one dimension -------------===//
#ifndef GLIA_LIB_COMPILER_BUCKETEXTENTS_H
#define GLIA_LIB_COMPILER_BUCKETEXTENTS_H

#include "glia/Import/ONNX/Importer.h"
#include "glia/Object/Object.h"

namespace glia {

/// The axes of a model's inputs and outputs that change with a dimension, and
/// the least size of it that the model takes.
struct BucketExtents {
  struct Axis {
    bool isInput;
    std::string name;
    uint32_t axis;
    std::vector<int64_t> extents; // of sizes `least` to the largest
  };
  int64_t least = 1;
  std::vector<Axis> axes;
};

/// For sizes up to `most`. Extents repeat with a period, up to a step (a
/// stride of a convolution is such a period): two periods below `most` and one
/// above the least size are imported, and all must agree. Errors: E2800 where
/// they don't, and those of importing at `most`.
llvm::Expected<BucketExtents> findBucketExtents(llvm::StringRef model,
                                                const ImportOptions &options,
                                                const std::string &dim,
                                                int64_t most);

} // namespace glia

#endif
