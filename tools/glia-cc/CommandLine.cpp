//===- CommandLine.cpp - The command line of glia-cc ----------------------===//
//
// Flags are spelt as neuronx-cc spells them. Those whose feature is still to
// come are accepted by name and answered by a coded error, so that a script
// learns which one it was instead of a usage text.
//
//===----------------------------------------------------------------------===//
#include "Parser.h"
#include "glia/Compiler/Version.h"
#include "glia/Support/Error.h"
#include "glia/Support/InputFile.h"
#include "glia/Support/Npz.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <sstream>

using namespace glia;

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

llvm::Error Parser::checkLaterFlags() {
  if (raw.saturateInfinity)
    return makeError(unsupportedFlag(
        "--enable-saturate-infinity",
        "leave it out: fp8 saturates, bf16, fp16 and tf32 overflow"));
  if (raw.stochasticRounding)
    return makeError(unsupportedFlag("--stochastic-rounding",
                                     "leave it out: fp32 stores do not round"));
  if (raw.lnc != 1)
    return makeError(unsupportedFlag("--lnc 2", "leave it out or give 1"));
  return llvm::Error::success();
}

/// Whole text as a number of at least `least`.
static std::optional<int64_t> parseNumber(llvm::StringRef text, int64_t least) {
  int64_t value;
  if (text.getAsInteger(10, value) || value < least)
    return std::nullopt;
  return value;
}

llvm::Error Parser::checkBuckets() {
  CompileOptions &options = line.compile;
  for (const std::string &text : raw.buckets) {
    auto pair = splitPair(text);
    llvm::SmallVector<llvm::StringRef> parts;
    if (pair)
      llvm::StringRef(pair->second).split(parts, ',');
    bool isGood = pair && options.bucketSizes.empty();
    for (llvm::StringRef part : parts) {
      std::optional<int64_t> size = parseNumber(part, 1);
      isGood &= size && (options.bucketSizes.empty() ||
                         *size > options.bucketSizes.back());
      options.bucketSizes.push_back(size.value_or(0));
    }
    if (!isGood)
      return makeError(flagValue(
          "--bucket", text, "one dimension with rising sizes, seq=64,128"));
    options.bucketDim = pair->first;
  }
  for (const std::string &text : raw.pads) {
    auto pair = splitPair(text);
    if (!pair || pair->second.empty() || options.bucketSizes.empty())
      return makeError(
          flagValue("--pad", text, "NAME=VALUE beside a --bucket"));
    options.pads.push_back(*pair);
  }
  if (options.bucketSizes.empty())
    return llvm::Error::success();
  if (line.command != Command::compile || !raw.emit.empty() ||
      !raw.from.empty() || !line.reportFile.empty())
    return makeError(
        flagValue("--bucket", raw.buckets.front(),
                  "`compile` to a program, without --emit, --from or --report"));
  if (options.dataParallel > 1 || options.tensorParallel > 1)
    return makeError(unsupportedFlag(
        "--bucket with --data-parallel or --tensor-parallel",
        "compile for one core, or each size by itself with --dim"));
  if (options.import.dims.contains(options.bucketDim))
    return makeError(flagValue("--bucket", raw.buckets.front(),
                               "a dimension that --dim does not give"));
  return llvm::Error::success();
}

/// Those of the file first, so that the command line has the last word. They
/// count for the cache by what they say.
llvm::Error Parser::checkOverrides() {
  std::vector<std::string> &overrides = line.compile.castOverrides;
  if (!raw.castFile.empty()) {
    llvm::Expected<InputFile> file = InputFile::open(raw.castFile);
    if (!file)
      return file.takeError();
    llvm::Expected<std::vector<uint8_t>> bytes = file->readAll(1 << 20);
    if (!bytes)
      return bytes.takeError();
    llvm::SmallVector<llvm::StringRef> lines;
    llvm::toStringRef(*bytes).split(lines, '\n');
    for (llvm::StringRef text : lines)
      if (text = text.trim(); !text.empty() && !text.starts_with("#"))
        overrides.push_back(text.str());
  }
  llvm::append_range(overrides, raw.castOverrides);
  for (const std::string &text : overrides) {
    auto [key, type] = llvm::StringRef(text).rsplit('=');
    if (key.empty() ||
        !llvm::is_contained(
            {"fp32", "bf16", "fp16", "tf32", "fp8_e4m3", "fp8_e5m2"}, type))
      return makeError(flagValue("--auto-cast-override", text,
                                 "KEY=TYPE with a type of --auto-cast-type or "
                                 "fp32"));
    line.resultFlags.push_back("override" + std::string(1, '\0') + text);
  }
  return llvm::Error::success();
}

llvm::Error Parser::checkStates() {
  ImportOptions &import = line.compile.import;
  for (const std::string &text : raw.states) {
    auto pair = splitPair(text);
    if (text == "none" && raw.states.size() == 1)
      import.findStates = false;
    else if (pair && !pair->second.empty())
      import.states.push_back(*pair);
    else
      return makeError(
          flagValue("--state", text, "INPUT=OUTPUT, or `none` alone"));
  }
  return llvm::Error::success();
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
    if (!pair || pair->second.empty())
      return makeError(flagValue("--input", text, "NAME=FILE"));
    line.run.inputs.push_back(*pair);
  }
  return llvm::Error::success();
}

/// model.onnx -> model.glia, beside where the command runs.
static std::string defaultOutput(const CommandLine &line) {
  llvm::SmallString<128> path(llvm::sys::path::filename(line.file));
  llvm::sys::path::replace_extension(path, line.compile.emit ? "mlir" : "glia");
  return path.str().str();
}

llvm::Error Parser::check() {
  if (llvm::Error error = checkLaterFlags())
    return error;
  if (llvm::Error error = checkShapes())
    return error;
  if (llvm::Error error = checkStates())
    return error;
  if (llvm::Error error = checkBuckets())
    return error;
  if (llvm::Error error = checkOverrides())
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
  if (line.files.size() > 1 && !line.run.traceFile.empty())
    return makeError(flagValue("--trace", std::to_string(line.files.size()),
                               "one model"));
  if (line.command == Command::compile && line.output.empty())
    line.output = defaultOutput(line);
  return llvm::Error::success();
}

/// CLI11's sentence as an error of ours; exit status 2.
int Parser::usageError(const CLI::App &app, const CLI::ParseError &error,
                       int argc, char **argv) {
  std::string text = error.what(), help = "glia-cc --help";
  if (text.size() > 1 && (llvm::isLower(text[1]) || text[1] == ' '))
    text[0] = llvm::toLower(text[0]);
  for (auto [command, which] : commands)
    if (command->parsed())
      help = "glia-cc " + command->get_name() + " --help";
  if (app.get_subcommands().empty() && argc > 1 && argv[1][0] != '-')
    text = "`" + std::string(argv[1]) +
           "` is no command: expects compile, run, verify, profile, "
           "inspect, list-operators or explain";
  // Parsing may have stopped before it came to this flag.
  bool json = false;
  for (int i = 1; i < argc; ++i) {
    llvm::StringRef word(argv[i]);
    json |= word == "--diagnostics=json" ||
            (word == "--diagnostics" && i + 1 < argc &&
             llvm::StringRef(argv[i + 1]) == "json");
  }
  reportErrors(
      makeError(std::move(GliaError(ErrorCode::E1806, escapeForMessage(text))
                              .remedy(help + " shows the flags"))),
      llvm::errs(), json);
  return 2;
}

/// For the cache: whatever is given and not known to change nothing. The files
/// of --input-value count by their content.
void Parser::collectResultFlags(const CLI::App &command) {
  for (const std::string &name : compileFlags) {
    if (llvm::is_contained({"--diagnostics", "--verbose", "--max-memory",
                            "--model-type", "--input-value", "--optlevel"},
                           name))
      continue;
    const CLI::Option *option = command.get_option_no_throw(name);
    if (!option || option->count() == 0)
      continue;
    std::string text = name;
    for (const std::string &value : option->results())
      text += '\0' + value;
    line.resultFlags.push_back(std::move(text));
  }
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
    if (error.get_exit_code() == 0) { // help and version
      std::ostringstream text;
      int status = app.exit(error, text, text);
      llvm::outs() << text.str();
      return status;
    }
    return usageError(app, error, argc, argv);
  } catch (const std::exception &error) {
    return makeError(ErrorCode::E9800,
                     llvm::Twine("command line: ") + error.what());
  }
  for (auto [command, which] : commands)
    if (command->parsed()) {
      line.command = which;
      collectResultFlags(*command);
    }
  line.jsonDiagnostics = raw.diagnostics == "json";
  if (llvm::Error error = check())
    return std::move(error);
  return std::move(line);
}

llvm::Expected<std::variant<CommandLine, int>>
glia::parseCommandLine(int argc, char **argv) {
  return Parser().parse(argc, argv);
}
