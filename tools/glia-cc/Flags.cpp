//===- Flags.cpp - The commands and flags of glia-cc ----------------------===//
//
// What is said here is what --help prints. The rules for values that many
// flags share (file names, whole numbers) are attached at the end, by name.
//
//===----------------------------------------------------------------------===//
#include "Parser.h"
#include "llvm/ADT/StringRef.h"

using namespace glia;

/// CLI11's own conversion wraps negative numbers and numbers that are too
/// large around.
static CLI::Validator wholeNumber(uint64_t least) {
  return CLI::Validator(
      [least](std::string &text) {
        llvm::StringRef digits(text);
        unsigned radix = digits.consume_front("0x") ? 16 : 10;
        uint64_t value;
        if (digits.getAsInteger(radix, value) || value < least)
          return "expects a whole number from " + std::to_string(least) +
                 " to 2^64 - 1, got `" + text + "`";
        return std::string();
      },
      "");
}

static const CLI::Validator fileName(
    [](std::string &text) {
      return text.empty() ? std::string("expects a file name, got nothing")
                          : std::string();
    },
    "");

static const CLI::Validator sizeValue(
    [](std::string &text) {
      if (text.find('-') != std::string::npos)
        return "expects a size such as 512M, got `" + text + "`";
      return CLI::AsSizeValue(false)(text);
    },
    "SIZE");

static void addValueChecks(CLI::App &command) {
  auto add = [&](std::initializer_list<const char *> names,
                 const CLI::Validator &check) {
    for (const char *name : names)
      if (CLI::Option *option = command.get_option_no_throw(name))
        option->check(check);
  };
  add({"--output", "--report", "--constants", "--auto-cast-file", "--inputs", "--outputs",
       "--output-dir", "--counters", "--trace", "--expected", "--save-state", "--load-state", "--json",
       "model", "file"},
      fileName);
  add({"--seed", "--rounding-seed", "--threads", "--verbose", "--top"},
      wholeNumber(0));
  add({"--repeat", "--fuel", "--tensor-parallel", "--data-parallel"},
      wholeNumber(1));
}

void Parser::addReportFlag(CLI::App &command) {
  command.add_option("--report", line.reportFile,
                     "Writes what was done as JSON");
}

void Parser::addDiagnosticsFlag(CLI::App &command) {
  command.add_option("--diagnostics", raw.diagnostics, "text|json")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
}

void Parser::addCacheFlags(CLI::App &command) {
  command
      .add_option("--cache-dir", line.cacheFolder,
                  "Folder for objects that later runs may use")
      ->envname("GLIA_CACHE_DIR");
  command
      .add_option("--cache-limit", line.cacheLimit,
                  "Size of that folder above which what was not used for "
                  "longest goes; default 16G")
      ->transform(sizeValue);
}

void Parser::addCompileFlags(CLI::App &command) {
  CompileOptions &options = line.compile;
  size_t before = command.get_options().size();
  command.add_option("--target", options.target, "Machine to compile for")
      ->capture_default_str();
  command
      .add_option("-O,--optlevel", options.optimisation,
                  "0: op by op with full barriers; 1: quick; 2: fusion and "
                  "overlap; 3: longer searches; the output bits are the same")
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
  command
      .add_option("--state", raw.states,
                  "An input and the output that is its value in the next "
                  "call, INPUT=OUTPUT: a state on the device; may be repeated. "
                  "past_X and present_X are found by name, unless `none` is "
                  "given")
      ->expected(1)
      ->take_all();
  command
      .add_option("--auto-cast", options.autoCast,
                  "What is computed in --auto-cast-type instead of fp32: "
                  "none|matmult|all")
      ->check(CLI::IsMember({"none", "matmult", "all"}))
      ->capture_default_str();
  command
      .add_option("--auto-cast-type", options.autoCastType,
                  "bf16|fp16|tf32|fp8_e4m3|fp8_e5m2")
      ->check(CLI::IsMember({"bf16", "fp16", "tf32", "fp8_e4m3", "fp8_e5m2"}))
      ->capture_default_str();
  command
      .add_option("--auto-cast-override", raw.castOverrides,
                  "What a node, by name or index path, or an operator is cast "
                  "to, KEY=TYPE or KEY=fp32; may be repeated")
      ->expected(1)
      ->take_all();
  command.add_option("--auto-cast-file", raw.castFile,
                     "File with such overrides, one a line, # comments");
  command.add_flag("--enable-mixed-precision-accumulation",
                   raw.mixedAccumulation,
                   "Accepted for neuronx-cc's scripts: products and reductions "
                   "always add up in fp32");
  command.add_flag("--enable-saturate-infinity", raw.saturateInfinity,
                   "What is too large becomes the largest finite number; always "
                   "so in fp8");
  command.add_flag("--strict-precision", options.strictPrecision,
                   "Refuse what --auto-cast would round, each with its node");
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
  command
      .add_option("--tensor-parallel", options.tensorParallel,
                  "Cores that share one model's tensors: columns and rows of "
                  "its weights, with collectives where they meet")
      ->check(CLI::Range(1, 4096))
      ->capture_default_str();
  command
      .add_option("--data-parallel", options.dataParallel,
                  "Cores that share one batch, the first dimension of the "
                  "inputs")
      ->check(CLI::Range(1, 4096))
      ->capture_default_str();
  command.add_flag("--strict-sharding", options.strictSharding,
                   "Refuse parts of unequal size, where cores compute padding: "
                   "12 heads over 8 cores");
  command.add_flag("--sequence-parallel", options.sequenceParallel,
                   "The cores of --tensor-parallel share out the tokens between "
                   "a layer's products, too");
  command.add_flag("--stochastic-rounding", raw.stochasticRounding,
                   "Round stores stochastically");
  addDiagnosticsFlag(command);
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
      ->transform(sizeValue);
  // Hooks of the tests; the empty group keeps them out of the help text.
  command.add_option("--test-drop-chunk", options.dropChunk)->group("");
  command.add_option("--test-drop-chunk-of", options.dropChunkOf)->group("");
  command.add_option("--test-fail-phase", options.failPhase)->group("");
  command.add_option("--test-tiling", options.tiling)->group("");
  compileFlags = {"--from"};
  const auto all = command.get_options();
  for (const CLI::Option *option : llvm::ArrayRef(all).drop_front(before))
    compileFlags.push_back("--" + option->get_lnames().front()); // hidden, too
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
      ->transform(sizeValue);
  command
      .add_option("--simd", run.simd,
                  "scalar|avx2|avx512; the bits are the same")
      ->check(CLI::IsMember({"scalar", "avx2", "avx512"}));
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
                      "Accepted; compiling takes one thread so far");
  addReportFlag(*compile);
  addCacheFlags(*compile);
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
  run->add_option("--save-state", line.run.saveState,
                  "Writes the states after the run, .safetensors");
  run->add_option("--load-state", line.run.loadState,
                  "Reads the states before the run, .safetensors");
  run->add_option("--rounding-seed", line.run.roundingSeed,
                  "Seed of stochastic rounding");
  run->add_flag("--verify-all", raw.verifyAll,
                "Check every weight's hash before the run");
  run->add_option("--counters", line.run.countersFile,
                  "Writes the machine's counters as JSON");
  run->add_option("--trace", line.run.traceFile, "Writes a trace for Perfetto");
  addReportFlag(*run);
  addCacheFlags(*run);
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
  verify->add_option("--json", line.jsonFile, "Writes the comparison as JSON")
      ->check(fileName);
  verify->add_option("--reproducer-dir", line.compile.reproducerFolder,
                     "Folder for the model of the node where bits part; "
                     "default: the system's temporary folder");
  verify->add_option("--threads", line.run.threads,
                     "Threads to use; the result does not depend on it");
  addCompileFlags(*verify);
  addRunFlags(*verify);

  CLI::App *profile = add(
      Command::profile, "profile",
      "Where the modelled time goes, by ONNX node; of several models, a table",
      "glia-cc profile model.onnx --dim batch=1 --json profile.json --trace "
      "trace.json\n  glia-cc profile a.glia b.glia");
  profile->add_option("file", line.files, "MODEL.onnx or MODEL.glia, or more")
      ->required();
  profile->add_option("--json", line.jsonFile, "Writes the profiles as JSON");
  profile->add_option("--trace", line.run.traceFile,
                      "Writes a trace for Perfetto; of one model");
  profile
      ->add_option("--top", line.top, "Nodes to print, those that take longest")
      ->capture_default_str();
  profile->add_option("--entry", line.entry,
                      "The entry to call; default: the first");
  profile
      ->add_option("--max-device-memory", line.run.maxDeviceMemory,
                   "Bytes of HBM that a program may ask for")
      ->transform(sizeValue);
  addCompileFlags(*profile);

  CLI::App *inspect = add(Command::inspect, "inspect",
                          "Inputs, outputs, dimensions, operators and sizes of "
                          "a model or a program",
                          "glia-cc inspect model.onnx");
  inspect->add_option("file", line.file, "MODEL.onnx or MODEL.glia")
      ->required();
  addDiagnosticsFlag(*inspect);

  CLI::App *list = add(Command::listOperators, "list-operators",
                       "The ONNX operators that Glia compiles",
                       "glia-cc list-operators --json");
  list->add_flag("--json", line.json, "As JSON");
  addDiagnosticsFlag(*list);

  CLI::App *explain = add(Command::explain, "explain",
                          "What an error code means and what to do about it",
                          "glia-cc explain GLIA-E5800");
  explain->add_option("code", line.file, "GLIA-E0123")->required();
  addDiagnosticsFlag(*explain);
  for (auto [command, which] : commands)
    addValueChecks(*command);
}
