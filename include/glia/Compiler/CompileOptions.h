//===- CompileOptions.h - What a user may ask of a compilation ------------===//
//
// Plain data: the command line, the C API and tests fill it in, the session
// reads it. There is no global state behind it.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_COMPILER_COMPILEOPTIONS_H
#define GLIA_COMPILER_COMPILEOPTIONS_H

#include "glia/Compiler/Phase.h"
#include "glia/Import/ONNX/Importer.h"
#include <cstdint>
#include <optional>
#include <string>

namespace glia {

struct CompileOptions {
  std::string target = "trn2";
  /// 0: op by op, full barriers. 2: fusion and overlap; 1: with a short search
  /// for the schedule; 3: with a long one. The output bits of the program are
  /// the same at all.
  unsigned optimisation = 2;

  /// Shapes, dimensions and values of inputs, limits, --strict.
  ImportOptions import;

  /// --bucket DIM=64,128: sizes of one dimension, ascending, each an entry of
  /// the program; empty: one entry. --pad: what an input is padded with.
  std::string bucketDim;
  std::vector<int64_t> bucketSizes;
  std::vector<std::pair<std::string, std::string>> pads;

  /// Cores along the two axes of the grid: those that share a batch, and those
  /// that share one model's tensors.
  unsigned dataParallel = 1, tensorParallel = 1;
  /// Whether the latter share out the tokens between a layer's products.
  bool sequenceParallel = false;
  /// Parts of unequal size are an error.
  bool strictSharding = false;

  /// Of phase `cast`: "none", "matmult" or "all", and to which type, "bf16",
  /// "fp16", "tf32", "fp8_e4m3" or "fp8_e5m2" (docs/Precision.md).
  std::string autoCast = "none", autoCastType = "bf16";
  /// KEY=TYPE or KEY=fp32, for nodes (by name or index path) and operators.
  std::vector<std::string> castOverrides;
  /// Refuse each cast that rounds an activation.
  bool strictPrecision = false;

  /// Stop after this phase; the output is then its IR.
  std::optional<Phase> emit;
  /// The input file is IR of this phase, its constants are those of
  /// `constantsModel`.
  std::optional<Phase> from;
  std::string constantsModel;

  /// Peak resident bytes allowed; 0 is no limit.
  uint64_t maxMemory = 0;
  unsigned threads = 0;
  /// Folder for the reproducer of an internal error; empty: the system's
  /// temporary folder.
  std::string reproducerFolder;

  // Hooks of the tests.
  /// Drops one 128-chunk of the n-th contraction, so that `verify` has
  /// something to find; negative: none.
  int64_t dropChunk = -1;
  /// The same of the contractions of the ONNX node with this name.
  std::string dropChunkOf;
  /// Fails in this phase as a pass of ours would (E9600), or behind the last
  /// one, for `object`, as a fault would (E9800).
  std::string failPhase;
  /// "small" forces other tile sizes: the bits must not change.
  std::string tiling;
};

} // namespace glia

#endif
