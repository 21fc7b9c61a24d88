//===- glia-run.cpp - The machine's command line --------------------------===//
//
// Parses flags and runs; llvm::cl, so that nothing here throws. No MLIR.
//
//===----------------------------------------------------------------------===//
#include "glia/Interpreter/Run.h"
#include "glia/Support/Error.h"
#include "glia/Support/Tool.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <csignal>
#include <unistd.h>

using namespace glia;
namespace cl = llvm::cl;

static cl::OptionCategory category("glia-run options");
static cl::opt<std::string> file(cl::Positional, cl::desc("MODEL.glia"),
                                 cl::Required, cl::cat(category));
static cl::opt<std::string> inputsArchive("inputs", cl::desc("all inputs"),
                                          cl::value_desc("X.npz"),
                                          cl::cat(category));
static cl::list<std::string>
    inputFiles("input", cl::desc("one input"),
               cl::value_desc("NAME=FILE.npy|.pb|.bin"), cl::cat(category));
static cl::opt<std::string>
    outputsArchive("outputs",
                   cl::desc("all outputs; without it a summary is printed"),
                   cl::value_desc("Y.npz"), cl::cat(category));
static cl::opt<std::string> outputFolder("output-dir",
                                         cl::desc("one .npy for each output"),
                                         cl::value_desc("DIR"),
                                         cl::cat(category));
static cl::opt<bool> check(
    "check",
    cl::desc("trap on reads of what was never written, races and range faults"),
    cl::cat(category));
static cl::opt<bool> timingOnly("timing-only",
                                cl::desc("the timing model without data"),
                                cl::cat(category));
static cl::opt<unsigned> repeat("repeat", cl::desc("calls of the entry"),
                                cl::init(1), cl::cat(category));
static cl::opt<unsigned>
    threads("threads", cl::desc("host threads; the bits do not depend on it"),
            cl::init(0), cl::cat(category));
static cl::opt<uint64_t>
    fuel("fuel", cl::desc("output elements after which the machine stops"),
         cl::init(limits::fuel), cl::cat(category));
static cl::opt<std::string> maxDeviceMemory(
    "max-device-memory",
    cl::desc("HBM that a program may ask for on all its cores, such as 512M"),
    cl::value_desc("SIZE"), cl::cat(category));
static cl::opt<numerics::SimdLevel>
    simd("simd", cl::desc("host instructions to use; the same bits on each"),
         cl::init(numerics::bestSimdLevel()),
         cl::values(clEnumValN(numerics::SimdLevel::scalar, "scalar", ""),
                    clEnumValN(numerics::SimdLevel::avx2, "avx2", ""),
                    clEnumValN(numerics::SimdLevel::avx512, "avx512", "")),
         cl::cat(category));
static cl::opt<std::string>
    countersFile("counters", cl::desc("the machine's counters as JSON"),
                 cl::value_desc("FILE.json"), cl::cat(category));
static cl::opt<std::string> traceFile("trace",
                                      cl::desc("a trace that Perfetto opens"),
                                      cl::value_desc("FILE.json"),
                                      cl::cat(category));
static cl::opt<std::string>
    loadState("load-state", cl::desc("states to begin with, by ONNX names"),
              cl::value_desc("F.safetensors"), cl::cat(category));
static cl::opt<std::string>
    saveState("save-state",
              cl::desc("states after the last call; replaces the file at once "
                       "or not at all"),
              cl::value_desc("F.safetensors"), cl::cat(category));
static cl::opt<uint64_t> seed("seed",
                              cl::desc("seed of the inputs that are not given"),
                              cl::init(0), cl::cat(category));
static cl::opt<uint32_t> roundingSeed("rounding-seed",
                                      cl::desc("seed of stochastic rounding"),
                                      cl::init(0), cl::cat(category));
static cl::opt<bool>
    verifyAll("verify-all",
              cl::desc("check every weight's hash before the run"),
              cl::cat(category));
static cl::opt<bool>
    noVerifyChecksum("no-verify-checksum",
                     cl::desc("for tests of the checks behind the checksum"),
                     cl::Hidden, cl::cat(category));

static void onSignal(int) {
  writeToStderr("error: GLIA-E9800: internal error: a fault of the machine; "
                "please report the command and its input\n");
  _exit(70);
}

/// Bytes, with K, M, G or T for powers of 1024, as glia-cc takes them.
static std::optional<uint64_t> parseSize(llvm::StringRef text) {
  llvm::StringRef number = text.take_while(llvm::isDigit),
                  unit = text.drop_front(number.size());
  (void)unit.consume_back_insensitive("b");
  static constexpr llvm::StringRef units = "kmgt";
  size_t power = 0;
  if (!unit.empty()) {
    power = units.find(llvm::toLower(unit.front())) + 1; // 0: none of them
    if (unit.size() > 1 || power == 0)
      return std::nullopt;
  }
  uint64_t value = 0;
  if (number.getAsInteger(10, value) || value > UINT64_MAX >> 10 * power)
    return std::nullopt;
  return value << 10 * power;
}

static llvm::Error checkValues() {
  if (maxDeviceMemory.getNumOccurrences() && !parseSize(maxDeviceMemory))
    return makeError(
        ErrorCode::E1806,
        "`--max-device-memory` expects a size such as 512M, got `" +
            escapeForMessage(maxDeviceMemory) + "`");
  if (repeat == 0)
    return makeError(ErrorCode::E1806, "`--repeat` expects at least 1, got 0");
  if (fuel == 0)
    return makeError(ErrorCode::E1806, "`--fuel` expects at least 1, got 0");
  for (const cl::opt<std::string> *name :
       {&inputsArchive, &outputsArchive, &outputFolder, &countersFile,
        &traceFile, &loadState, &saveState})
    if (name->getNumOccurrences() && name->empty())
      return makeError(ErrorCode::E1806,
                       "`--" + name->ArgStr + "` expects a file name");
  return llvm::Error::success();
}

static llvm::Error run() {
  RunRequest request;
  request.machine.check = check;
  request.machine.timingOnly = timingOnly;
  request.machine.threads = threads ? threads : 1;
  request.machine.fuel = fuel;
  if (maxDeviceMemory.getNumOccurrences())
    request.machine.maxDeviceMemory = *parseSize(maxDeviceMemory);
  request.machine.simd = simd;
  request.machine.roundingSeed = roundingSeed;
  request.inputs.archive = inputsArchive;
  request.inputs.seed = seed;
  for (llvm::StringRef text : inputFiles) {
    auto [name, path] = text.split('=');
    if (name.empty() || path.empty())
      return makeError(ErrorCode::E1800, "`--input` expects NAME=FILE, got `" +
                                             escapeForMessage(text) + "`");
    request.inputs.files.emplace_back(name.str(), path.str());
  }
  request.repeat = repeat;
  request.outputsArchive = outputsArchive;
  request.outputFolder = outputFolder;
  request.countersFile = countersFile;
  request.traceFile = traceFile;
  request.loadState = loadState;
  request.saveState = saveState;
  if (llvm::Error error =
          checkRequest(request, {FileRole{"MODEL.glia", file.getValue()}}, {}))
    return error;
  LoadOptions load;
  load.verifyAll = verifyAll;
  load.verifyChecksum = !noVerifyChecksum;
  load.maxDeviceMemory = request.machine.maxDeviceMemory;
  llvm::Expected<std::unique_ptr<Object>> object = Object::open(file, load);
  if (!object)
    return object.takeError();
  for (const std::string &warning : (*object)->warnings())
    llvm::errs() << "warning: " << warning << '\n';
  return runProgram(std::move(*object), request, llvm::outs());
}

int main(int argc, char **argv) {
  for (int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT})
    std::signal(signal, onSignal);
  return runTool(argc, argv,
                 {"glia-run", GLIA_VERSION,
                  "The Glia machine: runs a compiled program.\n\nExample:\n  "
                  "glia-run model.glia --inputs in.npz --outputs out.npz\n",
                  &category, checkValues, run});
}
