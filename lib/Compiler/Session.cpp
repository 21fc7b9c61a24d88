//===- Session.cpp - One compilation from file to file --------------------===//
//
// Entering, lowering phase by phase, and leaving. Everything that a phase
// needs beside the IR (constants, node counts) lives here, so a phase that
// was read back goes on exactly as one that was just made.
//
//===----------------------------------------------------------------------===//
#include "glia/Compiler/Session.h"
#include "CheckIR.h"
#include "CastReport.h"
#include "ConstantTable.h"
#include "Pipelines.h"
#include "ProgramReport.h"
#include "glia/Compiler/Diagnostics.h"
#include "glia/Compiler/Registration.h"
#include "glia/Compiler/Version.h"
#include "glia/ISA/Instructions.h"
#include "glia/Support/InputFile.h"
#include "glia/Support/Limits.h"
#include "glia/Support/OutputFile.h"
#include "glia/Target/Target.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include <chrono>
#include <sys/resource.h>

using namespace glia;
using namespace mlir;

static constexpr StringRef phaseName = "glia.phase", targetName = "glia.target",
                           shapesName = "glia.input_shapes";

static DialectRegistry makeRegistry() {
  DialectRegistry registry;
  registerDialects(registry);
  return registry;
}

uint64_t glia::peakResidentBytes() {
  rusage usage;
  return getrusage(RUSAGE_SELF, &usage) == 0
             ? static_cast<uint64_t>(usage.ru_maxrss) * limits::kib
             : 0;
}

Session::Session(CompileOptions options, Listener listener)
    : compileOptions(std::move(options)), listener(std::move(listener)),
      context(makeRegistry(), MLIRContext::Threading::DISABLED) {
  context.loadAllAvailableDialects();
}

Session::~Session() = default;

llvm::Error Session::checkMemory(StringRef phase) const {
  uint64_t peak = peakResidentBytes();
  if (compileOptions.maxMemory == 0 || peak <= compileOptions.maxMemory)
    return llvm::Error::success();
  return makeError(std::move(
      GliaError(ErrorCode::E4600, "compiling took " + std::to_string(peak) +
                                      " bytes, --max-memory allows " +
                                      std::to_string(compileOptions.maxMemory))
          .with("phase", phase.str())
          .remedy("raise --max-memory")));
}

void Session::addWarnings() {
  if (listener.warning)
    for (const ImportWarning &warning : imported.warnings)
      listener.warning(warning.message);
}

/// Whether the grid has no more cores than the chip, and an input with a batch
/// to share.
static llvm::Error checkGrid(const CompileOptions &options,
                             ArrayRef<ImportedTensor> inputs) {
  int64_t data = options.dataParallel, tensor = options.tensorParallel,
          cores = isa::findTarget(options.target)->coresPerChip;
  if (data * tensor > cores)
    return makeError(std::move(
        GliaError(ErrorCode::E1800,
                  llvm::formatv("--data-parallel {0} x --tensor-parallel {1} "
                                "takes {2} cores, one chip of {3} has {4}",
                                data, tensor, data * tensor, options.target,
                                cores)
                      .str())
            .with("flag", data > 1 ? "--data-parallel" : "--tensor-parallel")));
  if (data == 1)
    return llvm::Error::success();
  int64_t batch = 0;
  for (const ImportedTensor &input : llvm::reverse(inputs))
    if (!input.shape.empty())
      batch = input.shape.front();
  if (batch == 0 || batch % data != 0)
    return makeError(std::move(
        GliaError(ErrorCode::E1800,
                  llvm::formatv("--data-parallel {0} expects a batch of a "
                                "multiple of {0}, the first dimension of the "
                                "first input that has one, got {1}",
                                data, batch)
                      .str())
            .with("flag", "--data-parallel")
            .remedy("give the batch by --dim or --input-shape")));
  return llvm::Error::success();
}

llvm::Error Session::importModel(StringRef path) {
  auto start = std::chrono::steady_clock::now();
  if (!isa::findTarget(compileOptions.target))
    return makeError(
        std::move(GliaError(ErrorCode::E7600,
                            "no machine is called `" +
                                escapeForMessage(compileOptions.target) + "`")
                      .with("flag", "--target")
                      .remedy("give trn2")));
  inputPath = path.str();
  llvm::Expected<ImportResult> result =
      importONNX(context, path, compileOptions.import);
  if (!result)
    return result.takeError();
  imported = std::move(*result);
  importedConstants = imported.constants->size();
  addWarnings();
  if (llvm::Error error = checkGrid(compileOptions, imported.inputs))
    return error;
  compileReport.nodes = imported.nodes;
  compileReport.weightBytes = imported.weightBytes;
  current = Phase::graph;
  if (llvm::Error error = runPhase(Phase::graph))
    return error;
  std::chrono::duration<double> seconds =
      std::chrono::steady_clock::now() - start;
  compileReport.phases.back().seconds = seconds.count();
  return checkMemory("graph");
}

/// Shapes of the inputs as text, so that the model is imported with the same.
static DictionaryAttr describeInputs(MLIRContext *context,
                                     ArrayRef<ImportedTensor> inputs) {
  Builder builder(context);
  NamedAttrList shapes;
  for (const ImportedTensor &input : inputs)
    shapes.set(input.name, builder.getDenseI64ArrayAttr(input.shape));
  return shapes.getDictionary(context);
}

llvm::Error Session::resume(StringRef path) {
  inputPath = path.str();
  llvm::Expected<InputFile> file = InputFile::open(path);
  if (!file)
    return file.takeError();
  llvm::Expected<std::vector<uint8_t>> bytes =
      file->readAll(limits::modelBytes);
  if (!bytes)
    return bytes.takeError();
  if (llvm::Error error = checkText(llvm::toStringRef(*bytes)))
    return error;
  OwningOpRef<ModuleOp> module;
  {
    DiagnosticCollector diagnostics(&context);
    llvm::SourceMgr sources;
    sources.AddNewSourceBuffer(
        llvm::MemoryBuffer::getMemBufferCopy(llvm::toStringRef(*bytes), path),
        llvm::SMLoc());
    module = parseSourceFile<ModuleOp>(sources, ParserConfig(&context));
    if (!module)
      return diagnostics.take(ErrorCode::E0600, path);
  }
  auto phase = module.get()->getAttrOfType<StringAttr>(phaseName);
  auto target = module.get()->getAttrOfType<StringAttr>(targetName);
  auto shapes = module.get()->getAttrOfType<DictionaryAttr>(shapesName);
  if (!phase || !target || !shapes ||
      phase.getValue() != name(*compileOptions.from))
    return makeError(ErrorCode::E1600,
                     "expects IR written by `--emit " +
                         name(*compileOptions.from) + "`, got " +
                         (phase ? "phase `" + escapeForMessage(phase) + "`"
                                : std::string("IR without `glia.phase`")));
  compileOptions.target = target.str();
  compileOptions.import.inputShapes.clear();
  for (NamedAttribute shape : shapes)
    if (auto extents = dyn_cast<DenseI64ArrayAttr>(shape.getValue()))
      compileOptions.import.inputShapes.emplace_back(
          shape.getName().str(), Shape(extents.asArrayRef()));
  llvm::Expected<ImportResult> result =
      importONNX(context, compileOptions.constantsModel, compileOptions.import);
  if (!result)
    return result.takeError();
  imported = std::move(*result);
  imported.module = std::move(module);
  importedConstants = imported.constants->size();
  if (llvm::Error error =
          readConstantTable(*imported.module, *imported.constants))
    return error;
  if (llvm::Error error = checkConstants(*imported.module, *imported.constants))
    return error;
  for (StringRef attribute : {phaseName, targetName, shapesName})
    imported.module.get()->removeAttr(attribute);
  compileReport.nodes = imported.nodes;
  compileReport.weightBytes = imported.weightBytes;
  compileReport.casts = listCasts(*imported.module);
  current = *compileOptions.from;
  return checkMemory(name(current));
}

llvm::Error Session::open(StringRef path) {
  return compileOptions.from ? resume(path) : importModel(path);
}

/// The IR of the phase before the one that failed, made again from the model:
/// the compiler can be entered there. The path, or nothing when that fails.
static std::string writeReproducer(CompileOptions options, StringRef model,
                                   Phase before) {
  llvm::SmallString<128> path(options.reproducerFolder);
  if (path.empty())
    llvm::sys::path::system_temp_directory(/*erasedOnReboot=*/true, path);
  llvm::sys::path::append(path,
                          "glia-reproducer-%%%%%%." + name(before) + ".mlir");
  llvm::sys::fs::createUniquePath(path, path, /*MakeAbsolute=*/false);
  Session session(std::move(options));
  llvm::Error error = session.importModel(model);
  if (!error)
    error = session.lowerTo(before);
  if (!error)
    error = session.writeModule(path);
  bool written = !error;
  llvm::consumeError(std::move(error));
  return written ? path.str().str() : "";
}

/// Names a reproducer in each error of ours; it is written for the first one.
static llvm::Error addReproducer(llvm::Error error,
                                 const CompileOptions &options, StringRef model,
                                 Phase before, StringRef failed) {
  std::optional<std::string> path;
  return llvm::handleErrors(std::move(error), [&](GliaError &one) {
    if (getErrorInfo(one.code).errorClass == ErrorClass::bug) {
      if (!path)
        path = writeReproducer(options, model, before);
      if (!path->empty())
        one.with("reproducer", *path + ", --from " + name(before).str() +
                                   ", failed in " + failed.str());
    }
    return makeError(one);
  });
}

/// Stands for a pass of ours that fails (--test-fail-phase).
static LogicalResult failOnPurpose(ModuleOp module) {
  return module.emitError("fails on purpose");
}

llvm::Error Session::runPhase(Phase to) {
  auto start = std::chrono::steady_clock::now();
  PassManager passes(&context);
  passes.enableVerifier(true);
  buildPipeline(passes, to, compileOptions, *imported.constants);
  {
    DiagnosticCollector diagnostics(&context);
    if (failed(compileOptions.failPhase == name(to)
                   ? failOnPurpose(*imported.module)
                   : passes.run(*imported.module))) {
      if (compileOptions.from)
        return diagnostics.take(ErrorCode::E1600, "phase " + name(to).str());
      llvm::Error error =
          diagnostics.take(ErrorCode::E9600, "phase " + name(to).str());
      if (to == Phase::graph)
        return error;
      return addReproducer(std::move(error), compileOptions, inputPath, current,
                           name(to));
    }
    if (listener.warning)
      for (const std::string &warning : diagnostics.takeWarnings())
        listener.warning(warning);
  }
  current = to;
  if (to == Phase::cast)
    compileReport.casts = listCasts(*imported.module);
  std::chrono::duration<double> seconds =
      std::chrono::steady_clock::now() - start;
  compileReport.phases.push_back({name(to).str(), seconds.count()});
  if (listener.phaseDone)
    listener.phaseDone(name(to), seconds.count());
  return checkMemory(name(to));
}

llvm::Error Session::lowerTo(Phase to) {
  while (current < to)
    if (llvm::Error error = runPhase(*next(current)))
      return error;
  return llvm::Error::success();
}

llvm::Error Session::writeModule(StringRef path, OutputGroup *group) {
  ModuleOp top = module();
  Builder builder(&context);
  top->setAttr(phaseName, builder.getStringAttr(name(current)));
  top->setAttr(targetName, builder.getStringAttr(compileOptions.target));
  top->setAttr(shapesName, describeInputs(&context, imported.inputs));
  writeConstantTable(top, constants(), importedConstants);
  std::string text;
  llvm::raw_string_ostream os(text);
  OpPrintingFlags flags;
  flags.enableDebugInfo();
  top.print(os, flags);
  return writeFile(path, text, group);
}

void Session::replaceModule(OwningOpRef<ModuleOp> module, Phase phase,
                            unsigned optimisation) {
  imported.module = std::move(module);
  current = phase;
  compileOptions.optimisation = optimisation;
}

llvm::Error Session::finishObject(llvm::function_ref<llvm::Error()> emit) {
  if (llvm::Error error = lowerTo(Phase::isa))
    return error;
  auto start = std::chrono::steady_clock::now();
  llvm::Error failure = compileOptions.failPhase == "object"
                            ? makeError(ErrorCode::E9800, "fails on purpose")
                            : emit();
  if (failure)
    return addReproducer(std::move(failure), compileOptions, inputPath,
                         Phase::isa, "object");
  std::chrono::duration<double> seconds =
      std::chrono::steady_clock::now() - start;
  compileReport.phases.push_back({"object", seconds.count()});
  if (listener.phaseDone)
    listener.phaseDone("object", seconds.count());
  return checkMemory("object");
}

llvm::Error Session::writeObject(StringRef path, OutputGroup *group) {
  return finishObject(
      [&] { return emitObject(module(), constants(), path, group); });
}

llvm::Expected<std::vector<uint8_t>> Session::writeObjectToMemory() {
  std::vector<uint8_t> bytes;
  llvm::Error error = finishObject([&]() -> llvm::Error {
    llvm::Expected<std::vector<uint8_t>> emitted =
        emitObjectToMemory(module(), constants());
    if (!emitted)
      return emitted.takeError();
    bytes = std::move(*emitted);
    return llvm::Error::success();
  });
  if (error)
    return std::move(error);
  return bytes;
}

llvm::Error Session::describeProgram() {
  compileReport.constantsResidentBytes = 0;
  for (size_t id = 0; id < constants().size(); ++id)
    if (auto *span = std::get_if<MemorySpan>(&constants().get(id).source))
      compileReport.constantsResidentBytes += span->bytes.size();
  llvm::Expected<ObjectImage> image = buildImage(module());
  if (!image)
    return image.takeError();
  if (llvm::Error error = glia::describeProgram(*image, compileReport))
    return error;
  compileReport.hasProgram = true;
  return llvm::Error::success();
}
