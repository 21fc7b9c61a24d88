//===- VerifyCommand.cpp - glia-cc verify ---------------------------------===//
//
// Prints the comparison and, on a mismatch, where bits first change.
//
//===----------------------------------------------------------------------===//
#include "Commands.h"
#include "glia/Compiler/Verify.h"
#include "glia/Support/Error.h"
#include "glia/Support/OutputFile.h"

using namespace glia;

static void print(const VerifyResult &result, llvm::raw_ostream &os) {
  os << "reference: " << result.oracle << '\n';
  for (const OutputComparison &output : result.outputs)
    os << llvm::formatv("{0} {1}: max abs error {2:e3}, max rel error {3:e3}, "
                        "tolerance {4:e3}, cosine {5:f9}\n",
                        output.ok ? "ok  " : "FAIL",
                        escapeForMessage(output.name), output.maxAbsoluteError,
                        output.maxRelativeError, output.tolerance,
                        output.cosine);
  os << llvm::formatv("modelled time: {0:f3} us\n",
                      result.modelledNanoseconds / 1e3);
  if (result.ok)
    return;
  if (result.firstDifference) {
    const FirstDifference &difference = *result.firstDifference;
    os << "first difference: phase " << difference.phase
       << (difference.node.empty()
               ? std::string("; on one core the model is right")
               : ", node " + escapeForMessage(difference.node))
       << '\n';
    if (difference.machineEqualsHost)
      os << "note: the compiled program equals Glia's own evaluation of the "
            "model bit for bit"
         << (difference.largestTerm
                 ? "; the difference is in the order of sums at node " +
                       escapeForMessage(difference.node) +
                       llvm::formatv(", whose terms of up to {0:e2} cancel for "
                                     "this input (ill-conditioned)",
                                     *difference.largestTerm)
                           .str()
                 : std::string(", so it is how the node is computed that "
                               "differs from the reference"))
         << '\n';
  } else
    os << "first difference: none between phases; every node is within the "
          "tolerance of the reference\n";
  if (result.reproducer) {
    const NodeReproducer &reproducer = *result.reproducer;
    os << "reproducer: " << reproducer.model << ", inputs "
       << reproducer.inputs << ": "
       << (reproducer.failsAlone
               ? "the node fails alone"
               : "the node alone is right, so the fault needs those around it")
       << "\n  " << reproducer.command << '\n';
  } else if (!result.noReproducer.empty()) {
    os << "no reproducer: " << escapeForMessage(result.noReproducer) << '\n';
  }
}

llvm::Expected<int> glia::verifyCommand(const CommandLine &line) {
  VerifyOptions options;
  RunRequest request = makeRunRequest(line.run);
  options.inputs = request.inputs;
  options.machine = request.machine;
  options.expectedFile = line.expectedFile;
  llvm::Expected<VerifyResult> result =
      verifyModel(line.file, line.compile, options, makeListener(line));
  if (!result)
    return result.takeError();
  print(*result, llvm::outs());
  if (!line.jsonFile.empty())
    if (llvm::Error error =
            writeFile(line.jsonFile, formatVerifyResult(*result)))
      return std::move(error);
  return result->ok ? 0 : 1;
}
