//===- Run.h - A run from files to files ----------------------------------===//
//
// What glia-run does, as functions: inputs from files or a seed, the machine,
// outputs to files or a summary. `glia-cc run`, verify and libglia call the
// same.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_INTERPRETER_RUN_H
#define GLIA_INTERPRETER_RUN_H

#include "glia/Interpreter/Machine.h"
#include "glia/Support/FileRoles.h"
#include "glia/Support/OutputFile.h"
#include "glia/Support/Tensor.h"

namespace glia {

struct InputSources {
  std::string archive;                                    // .npz
  std::vector<std::pair<std::string, std::string>> files; // name, .npy .pb .bin
  uint64_t seed = 0; // of the inputs that are not given
};

/// Which states are among a run's inputs: those that the sources name, or all.
enum class StateValues { given, all };

/// One tensor for each input binding, in their order. Floats that are not
/// given are near-normal, integers and booleans 0 or 1, the same on every
/// machine. Errors: E1804, and those of reading files.
/// `seeded` takes the names of those that are not given.
llvm::Expected<NamedTensors>
gatherInputs(const ObjectImage &image, const InputSources &sources,
             std::vector<std::string> *seeded = nullptr,
             StateValues states = StateValues::given);

/// Sets the inputs (and the states among them), runs the first entry, and takes
/// the outputs. With buckets it is the smallest entry with room for the inputs,
/// which are padded to it, and the outputs are cut to their true shapes. E1804.
llvm::Expected<NamedTensors> runOnce(Machine &machine,
                                     const NamedTensors &inputs);

/// All states and the step counter, in ONNX names and shapes. A failed load has
/// set nothing unless reading the file itself failed; what is saved waits for
/// finish() to replace the old file. Errors: E0801, E1807, E4800, E5801, and
/// those of files.
llvm::Error loadStates(Machine &machine, llvm::StringRef path);
llvm::Expected<OutputFile> saveStates(const Machine &machine,
                                      llvm::StringRef path);

struct RunRequest {
  MachineOptions machine;
  InputSources inputs;
  unsigned repeat = 1;
  std::string outputsArchive, outputFolder, countersFile, traceFile;
  std::string loadState, saveState; // .safetensors
  /// The files join it and get their names when the caller commits it. Without
  /// one they get them together at the end of the run.
  OutputGroup *group = nullptr;
};
/// Before a run, of both tools: no two files of one name, and no outputs from a
/// run that computes none. `inputs` and `outputs` are the tool's other files.
/// Errors: E1800, E1805.
llvm::Error checkRequest(const RunRequest &request,
                         std::vector<FileRole> inputs,
                         std::vector<FileRole> outputs);
/// All of glia-run after the command line. Without files for the outputs, a
/// short summary of each goes to `os`.
llvm::Error runProgram(std::shared_ptr<const Object> object,
                       const RunRequest &request, llvm::raw_ostream &os);

} // namespace glia

#endif
