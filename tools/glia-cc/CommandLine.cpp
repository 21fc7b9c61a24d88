//===- CommandLine.cpp - The command line of glia-cc ----------------------===//
//
// Flags are spelt as neuronx-cc spells them. Those whose feature is still to
// come are accepted by name and answered by a coded error, so that a script
// learns which one it was instead of a usage text.
//
//===----------------------------------------------------------------------===//
#include "CommandLine.h"
#include "glia/Compiler/Version.h"
#include "glia/Support/Error.h"
#include "glia/Support/Npz.h"
#include <CLI/CLI.hpp>
#include <iostream>

using namespace glia;

namespace {
/// What the parser fills before it is checked and turned into options.
struct RawFlags {
  std::string autoCast = "none", autoCastType = "bf16", modelType = "generic",
              emit, from, cacheFolder, diagnostics = "text";
  std::vector<std::string> inputShapes, dimensions, inputValues, buckets, pads,
      inputs;
  unsigned lnc = 1, tensorParallel = 1, dataParallel = 1;
  bool stochasticRounding = false, verifyAll = false;
  std::string saveState, loadState;
  uint64_t roundingSeed = 0;
};

class Parser {
public:
  llvm::Expected<std::variant<CommandLine, int>> parse(int argc, char **argv);

private:
  void addCompileFlags(CLI::App &command);
  void addRunFlags(CLI::App &command);
  void addCommands(CLI::App &app);
  llvm::Error check();
  llvm::Error checkLaterFlags();
  llvm::Error checkShapes();

  CommandLine line;
  RawFlags raw;
  std::vector<std::pair<CLI::App *, Command>> commands;
};
} // namespace

static GliaError unsupportedFlag(const std::string &flag,
                                 const std::string &instead) {
  return std::move(
      GliaError(ErrorCode::E2800, "`" + flag + "` is not supported yet")
          .with("flag", flag)
          .remedy(instead));
}
static GliaError flagValue(const std::string &flag, const std::string &value,
                           const std::string &rule) {
  return std::move(
      GliaError(ErrorCode::E1800, "`" + flag + "` expects " + rule + ", got `" +
                                      escapeForMessage(value) + "`")
          .with("flag", flag));
}

/// NAME=VALUE; names may hold '=' nowhere, values anywhere.
static std::optional<std::pair<std::string, std::string>>
splitPair(const std::string &text) {
  size_t at = text.find('=');
  if (at == std::string::npos || at == 0)
    return std::nullopt;
  return std::pair(text.substr(0, at), text.substr(at + 1));
}

void Parser::addCompileFlags(CLI::App &command) {
  CompileOptions &options = line.compile;
  command.add_option("--target", options.target, "Machine to compile for")
      ->capture_default_str();
  command
      .add_option("-O,--optlevel", options.optimisation,
                  "0: op by op with full barriers; 2: fusion and overlap; the "
                  "output bits are the same")
      ->check(CLI::Range(0, 3))
      ->capture_default_str();
  command
      .add_option("--input-shape", raw.inputShapes,
                  "Shape of an input, NAME=1x128; may be repeated")
      ->expected(1)
      ->take_all();
  command
      .add_option("--dim", raw.dimensions,
                  "Value of a named dimension, batch=8; may be repeated")
      ->expected(1)
      ->take_all();
  command
      .add_option("--input-value", raw.inputValues,
                  "Binds an input to a value, NAME=FILE.npy or NAME=1,2,3; may "
                  "be repeated")
      ->expected(1)
      ->take_all();
  command.add_option("--auto-cast", raw.autoCast, "none|matmult|all")
      ->check(CLI::IsMember({"none", "matmult", "all"}))
      ->capture_default_str();
  command
      .add_option("--auto-cast-type", raw.autoCastType,
                  "bf16|fp16|tf32|fp8_e4m3|fp8_e5m2")
      ->check(CLI::IsMember({"bf16", "fp16", "tf32", "fp8_e4m3", "fp8_e5m2"}));
  command.add_option("--lnc", raw.lnc, "Cores that act as one, 1|2")
      ->check(CLI::Range(1, 2))
      ->capture_default_str();
  command.add_option(
      "--model-type", raw.modelType,
      "Accepted for neuronx-cc's scripts; nothing depends on it");
  command
      .add_option("--bucket", raw.buckets,
                  "Several values of one dimension, seq=64,128")
      ->expected(1)
      ->take_all();
  command
      .add_option("--pad", raw.pads,
                  "What an input is padded with in a bucket, NAME=VALUE")
      ->expected(1)
      ->take_all();
  command.add_option("--tensor-parallel", raw.tensorParallel,
                     "Cores that share one model's tensors");
  command.add_option("--data-parallel", raw.dataParallel,
                     "Cores that share one batch");
  command.add_flag("--stochastic-rounding", raw.stochasticRounding,
                   "Round stores stochastically");
  command.add_option("--report", line.reportFile,
                     "Writes what was done as JSON");
  command.add_option("--diagnostics", raw.diagnostics, "text|json")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  command.add_option("--cache-dir", raw.cacheFolder,
                     "Folder for results that later runs may use");
  command
      .add_option(
          "--verbose", line.verbose,
          "0: errors only; 1: a line for each phase; 2: passes and times")
      ->capture_default_str();
  command.add_flag("--strict", options.import.strict,
                   "What is a warning otherwise is an error");
  command
      .add_option("--max-memory", options.maxMemory,
                  "Peak memory allowed; 512M, 8G")
      ->transform(CLI::AsSizeValue(false));
  // Hooks of the tests; the empty group keeps them out of the help text.
  command.add_option("--test-drop-chunk", options.dropChunk)->group("");
  command.add_option("--test-tiling", options.tiling)->group("");
}

void Parser::addRunFlags(CLI::App &command) {
  RunFlags &run = line.run;
  command.add_option("--inputs", run.inputsFile, "All inputs, an .npz");
  command
      .add_option("--input", raw.inputs,
                  "One input, NAME=FILE.npy|.pb|.bin; may be repeated")
      ->expected(1)
      ->take_all();
  command
      .add_option("--seed", run.seed, "Seed of the inputs that are not given")
      ->capture_default_str();
  command.add_flag(
      "--check", run.check,
      "Trap on reads of what was never written, races and range faults");
  command.add_option("--fuel", run.fuel,
                     "Output elements after which the machine stops");
  command
      .add_option("--max-device-memory", run.maxDeviceMemory,
                  "Bytes of HBM that a program may ask for")
      ->transform(CLI::AsSizeValue(false));
  command
      .add_option("--simd", run.simd,
                  "scalar|avx2|avx512; the bits are the same")
      ->check(CLI::IsMember({"scalar", "avx2", "avx512"}));
  command.add_option("--counters", run.countersFile,
                     "Writes the machine's counters as JSON");
  command.add_option("--trace", run.traceFile, "Writes a trace for Perfetto");
}

void Parser::addCommands(CLI::App &app) {
  auto add = [&](Command which, const char *name, const char *summary,
                 const char *example) {
    CLI::App *command = app.add_subcommand(name, summary);
    command->footer(std::string("Example:\n  ") + example);
    commands.emplace_back(command, which);
    return command;
  };
  CLI::App *compile =
      add(Command::compile, "compile",
          "Compile an ONNX model into a program for the machine",
          "glia-cc compile model.onnx --target trn2 --dim batch=1 --output "
          "model.glia");
  compile->add_option("model", line.file, "MODEL.onnx; with --from, IR")
      ->required();
  compile->add_option(
      "-o,--output", line.output,
      "Default: the model's name with .glia (.mlir with --emit)");
  compile->add_option("--emit", raw.emit,
                      "Stop after a phase and write its IR: graph sharded cast "
                      "fused tiled scheduled allocated synchronised isa");
  compile->add_option(
      "--from", raw.from,
      "The positional file is IR of this phase; needs --constants");
  compile->add_option("--constants", line.compile.constantsModel,
                      "The ONNX model whose weights the IR names");
  compile->add_option("--threads", line.compile.threads,
                      "Threads to use; the result does not depend on it");
  addCompileFlags(*compile);

  CLI::App *run =
      add(Command::run, "run",
          "Compile to memory, run on the simulated machine, print or save the "
          "outputs",
          "glia-cc run model.onnx --inputs in.npz --outputs out.npz");
  run->add_option("model", line.file, "MODEL.onnx")->required();
  run->add_option("--outputs", line.run.outputsFile,
                  "All outputs, an .npz; without it a summary is printed");
  run->add_option("--output-dir", line.run.outputFolder,
                  "One .npy for each output");
  run->add_flag("--timing-only", line.run.timingOnly,
                "Run the timing model without data");
  run->add_option("--repeat", line.run.repeat, "Call the entry this often")
      ->capture_default_str();
  run->add_option("--threads", line.run.threads,
                  "Threads to use; the result does not depend on it");
  run->add_option("--save-state", raw.saveState,
                  "Writes the states after the run, .safetensors");
  run->add_option("--load-state", raw.loadState,
                  "Reads the states before the run, .safetensors");
  run->add_option("--rounding-seed", raw.roundingSeed,
                  "Seed of stochastic rounding");
  run->add_flag("--verify-all", raw.verifyAll,
                "Check every weight's hash before the run");
  addCompileFlags(*run);
  addRunFlags(*run);

  CLI::App *verify = add(
      Command::verify, "verify",
      "Compare the simulated machine's outputs with ONNX Runtime's; name phase "
      "and node where they part",
      "glia-cc verify model.onnx --dim batch=1 --seed 7 --json verify.json");
  verify->add_option("model", line.file, "MODEL.onnx")->required();
  verify->add_option("--expected", line.expectedFile,
                     "The right outputs, an .npz; default: ask ONNX Runtime");
  verify->add_option("--json", line.jsonFile, "Writes the comparison as JSON");
  verify->add_option("--threads", line.run.threads,
                     "Threads to use; the result does not depend on it");
  addCompileFlags(*verify);
  addRunFlags(*verify);

  CLI::App *inspect = add(Command::inspect, "inspect",
                          "Inputs, outputs, dimensions, operators and sizes of "
                          "a model or a program",
                          "glia-cc inspect model.onnx");
  inspect->add_option("file", line.file, "MODEL.onnx or MODEL.glia")
      ->required();

  CLI::App *list = add(Command::listOperators, "list-operators",
                       "The ONNX operators that Glia compiles",
                       "glia-cc list-operators --json");
  list->add_flag("--json", line.json, "As JSON");

  CLI::App *explain = add(Command::explain, "explain",
                          "What an error code means and what to do about it",
                          "glia-cc explain GLIA-E5800");
  explain->add_option("code", line.file, "GLIA-E0123")->required();
}

llvm::Error Parser::checkLaterFlags() {
  if (raw.autoCast != "none")
    return makeError(
        unsupportedFlag("--auto-cast " + raw.autoCast,
                        "leave it out: everything is computed in fp32"));
  if (raw.stochasticRounding)
    return makeError(unsupportedFlag("--stochastic-rounding",
                                     "leave it out: fp32 stores do not round"));
  if (raw.tensorParallel != 1)
    return makeError(
        unsupportedFlag("--tensor-parallel", "leave it out or give 1"));
  if (raw.dataParallel != 1)
    return makeError(
        unsupportedFlag("--data-parallel", "leave it out or give 1"));
  if (raw.lnc != 1)
    return makeError(unsupportedFlag("--lnc 2", "leave it out or give 1"));
  if (!raw.buckets.empty() || !raw.pads.empty())
    return makeError(unsupportedFlag(raw.buckets.empty() ? "--pad" : "--bucket",
                                     "compile once for each size with --dim"));
  if (!raw.cacheFolder.empty())
    return makeError(unsupportedFlag("--cache-dir", "leave it out"));
  if (!raw.saveState.empty() || !raw.loadState.empty())
    return makeError(
        unsupportedFlag(raw.saveState.empty() ? "--load-state" : "--save-state",
                        "no model has states yet"));
  return llvm::Error::success();
}

/// Whole text as a number of at least `least`.
static std::optional<int64_t> parseNumber(llvm::StringRef text, int64_t least) {
  int64_t value;
  if (text.getAsInteger(10, value) || value < least)
    return std::nullopt;
  return value;
}

llvm::Error Parser::checkShapes() {
  ImportOptions &import = line.compile.import;
  for (const std::string &text : raw.inputShapes) {
    auto pair = splitPair(text);
    llvm::SmallVector<llvm::StringRef> parts;
    if (pair && !pair->second.empty())
      llvm::StringRef(pair->second).split(parts, 'x');
    Shape shape;
    for (llvm::StringRef part : parts)
      if (std::optional<int64_t> extent = parseNumber(part, 0))
        shape.push_back(*extent);
    if (!pair || shape.size() != parts.size())
      return makeError(flagValue("--input-shape", text, "NAME=1x128"));
    import.inputShapes.emplace_back(pair->first, shape);
  }
  for (const std::string &text : raw.dimensions) {
    auto pair = splitPair(text);
    std::optional<int64_t> value =
        pair ? parseNumber(pair->second, 0) : std::nullopt;
    if (!value)
      return makeError(flagValue("--dim", text, "NAME=8"));
    if (!import.dims.emplace(pair->first, *value).second)
      return makeError(flagValue("--dim", text, "each name once"));
  }
  for (const std::string &text : raw.inputValues) {
    auto pair = splitPair(text);
    if (!pair)
      return makeError(
          flagValue("--input-value", text, "NAME=FILE.npy or NAME=1,2,3"));
    InputValue value;
    value.name = pair->first;
    if (llvm::StringRef(pair->second).ends_with(".npy")) {
      llvm::Expected<Tensor> tensor = readTensorFile(pair->second);
      if (!tensor)
        return tensor.takeError();
      value.type = tensor->type;
      value.shape = tensor->shape;
      value.bytes = std::move(tensor->bytes);
    } else {
      value.list = pair->second;
    }
    import.inputValues.push_back(std::move(value));
  }
  for (const std::string &text : raw.inputs) {
    auto pair = splitPair(text);
    if (!pair)
      return makeError(flagValue("--input", text, "NAME=FILE"));
    line.run.inputs.push_back(*pair);
  }
  return llvm::Error::success();
}

llvm::Error Parser::check() {
  if (llvm::Error error = checkLaterFlags())
    return error;
  if (llvm::Error error = checkShapes())
    return error;
  CompileOptions &options = line.compile;
  for (auto [text, phase, flag] :
       {std::tuple(&raw.emit, &options.emit, "--emit"),
        std::tuple(&raw.from, &options.from, "--from")}) {
    if (text->empty())
      continue;
    *phase = parsePhase(*text);
    if (!*phase)
      return makeError(flagValue(flag, *text,
                                 "one of graph sharded cast fused tiled "
                                 "scheduled allocated synchronised isa"));
  }
  if (options.from && options.constantsModel.empty())
    return makeError(
        flagValue("--from", raw.from, "--constants MODEL.onnx beside it"));
  if (options.emit && options.from && *options.emit < *options.from)
    return makeError(flagValue("--emit", raw.emit,
                               "a phase that does not come before --from"));
  if (options.optimisation == 1 || options.optimisation == 3) {
    line.remarks.push_back("-O" + std::to_string(options.optimisation) +
                           " is compiled as -O2");
    options.optimisation = 2;
  }
  return llvm::Error::success();
}

llvm::Expected<std::variant<CommandLine, int>> Parser::parse(int argc,
                                                             char **argv) {
  CLI::App app("glia-cc: compiles ONNX models for the Glia machine", "glia-cc");
  app.set_version_flag("--version", std::string("glia-cc ") + version());
  app.require_subcommand(1);
  app.footer("Each command explains itself: glia-cc compile --help\nExample:\n "
             " glia-cc run model.onnx --dim batch=1");
  try {
    addCommands(app);
    app.parse(argc, argv);
  } catch (const CLI::ParseError &error) {
    // 0 for help and version, usage otherwise.
    return app.exit(error, std::cout, std::cerr) == 0 ? 0 : 2;
  } catch (const std::exception &error) {
    return makeError(ErrorCode::E9800,
                     llvm::Twine("command line: ") + error.what());
  }
  for (auto [command, which] : commands)
    if (command->parsed())
      line.command = which;
  line.jsonDiagnostics = raw.diagnostics == "json";
  if (llvm::Error error = check())
    return std::move(error);
  return std::move(line);
}

llvm::Expected<std::variant<CommandLine, int>>
glia::parseCommandLine(int argc, char **argv) {
  return Parser().parse(argc, argv);
}
