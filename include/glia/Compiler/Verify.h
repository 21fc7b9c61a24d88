//===- Verify.h - Comparing the machine with a reference ------------------===//
//
// `glia-cc verify`: compile, run, compare with the right outputs, and, where
// they differ, find the phase and the ONNX node at which they part.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_COMPILER_VERIFY_H
#define GLIA_COMPILER_VERIFY_H

#include "glia/Compiler/Session.h"
#include "glia/Interpreter/Run.h"
#include "glia/Support/Tensor.h"

namespace glia {

struct VerifyOptions {
  InputSources inputs;
  std::string expectedFile; // .npz; without it, a reference is asked
  MachineOptions machine;
  /// Writes a model of the node at which bits part, and tries it.
  bool reproduces = true;
};

struct OutputComparison {
  std::string name;
  double maxAbsoluteError = 0, maxRelativeError = 0;
  double tolerance = 0; // of the element that comes closest to it, or is worst
  double cosine = 1;
  bool ok = true;
};

/// Where bits first change; `phase` is "import" when the model was read
/// differently from the reference, and "sharded", without a node, when the model
/// is right on one core.
struct FirstDifference {
  std::string phase, node;
  /// Of phase "import" only. The program's outputs are Glia's own evaluation of
  /// the imported model bit for bit.
  bool machineEqualsHost = false;
  /// The terms that the node sums up are so much larger than its result that
  /// rounding in another order of sums makes a difference as large as this one.
  std::optional<double> largestTerm = std::nullopt;
};

/// The node at which bits part as a model of its own.
struct NodeReproducer {
  std::string model, inputs; // .onnx, and the .npz of its inputs
  std::string command;       // that shows it
  bool failsAlone = false;   // if not, the fault needs the nodes around it
};

struct VerifyResult {
  bool ok = true;
  std::vector<OutputComparison> outputs;
  uint64_t modelledNanoseconds = 0;
  std::optional<FirstDifference> firstDifference;
  std::optional<NodeReproducer> reproducer;
  std::string noReproducer; // why there is none, where there could be
  std::string oracle; // "onnxruntime 1.32.0", or the file of expected outputs
};

llvm::Expected<VerifyResult> verifyModel(llvm::StringRef model,
                                         const CompileOptions &compile,
                                         const VerifyOptions &options,
                                         Session::Listener listener);
/// The keys are a contract (docs/Commands.md).
std::string formatVerifyResult(const VerifyResult &result);

} // namespace glia

#endif
