//===- NodeReproducer.cpp - A wrong node, alone ---------------------------===//
//
// The operands' values are those of the evaluator, whose bits are the
// machine's; what does not depend on the model's inputs stays a constant, since
// weights take other ways through the compiler than inputs.
//
//===----------------------------------------------------------------------===//
#include "NodeReproducer.h"
#include "Bisect.h"
#include "dialects/Graph/GraphOps.h"
#include "glia/Compiler/Evaluator.h"
#include "glia/Compiler/Registration.h"
#include "glia/Import/ONNX/NodeModel.h"
#include "glia/Support/Error.h"
#include "glia/Support/Npz.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace glia;
using namespace mlir;

StringRef glia::pathOfNode(StringRef node) {
  return node.ends_with(")") ? node.drop_back().rsplit('(').second : node;
}

/// For a shell: quoted where it has to be.
static std::string quoted(StringRef text) {
  if (!text.empty() &&
      text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUV"
                             "WXYZ0123456789_-+=./,:@%") == StringRef::npos)
    return text.str();
  std::string result = "'";
  for (char c : text)
    result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

/// What makes the fault, beside the model: dimensions and values of the whole
/// model's inputs are in the operands already.
static std::string commandFor(const NodeReproducer &reproducer,
                              const CompileOptions &compile) {
  std::string command = "glia-cc verify " + quoted(reproducer.model) +
                        " --inputs " + quoted(reproducer.inputs) + " -O" +
                        std::to_string(compile.optimisation);
  if (compile.target != CompileOptions().target)
    command += " --target " + quoted(compile.target);
  if (!compile.tiling.empty())
    command += " --test-tiling " + quoted(compile.tiling);
  if (compile.dropChunk >= 0)
    command += " --test-drop-chunk " + std::to_string(compile.dropChunk);
  if (!compile.dropChunkOf.empty())
    command += " --test-drop-chunk-of " + quoted(compile.dropChunkOf);
  if (compile.autoCast != "none")
    command += " --auto-cast " + quoted(compile.autoCast) +
               " --auto-cast-type " + quoted(compile.autoCastType);
  return command;
}

/// The model of the node alone has other names and paths: what is said of the
/// node is said of all of that model.
static void resolveOverrides(CompileOptions &compile, StringRef node) {
  for (const std::string &text : compile.castOverrides) {
    auto [key, type] = StringRef(text).rsplit('=');
    if (node != key && pathOfNode(node) != key &&
        node != (key + " (" + pathOfNode(node) + ")").str())
      continue;
    if (type == "fp32") {
      compile.autoCast = "none";
      continue;
    }
    compile.autoCastType = type.str();
    if (compile.autoCast == "none")
      compile.autoCast = "matmult";
  }
  compile.castOverrides.clear();
}

static std::string makePath(const CompileOptions &compile) {
  llvm::SmallString<128> path(compile.reproducerFolder);
  if (path.empty())
    llvm::sys::path::system_temp_directory(/*erasedOnReboot=*/true, path);
  llvm::sys::path::append(path, "glia-reproducer-%%%%%%.onnx");
  llvm::sys::fs::createUniquePath(path, path, /*MakeAbsolute=*/false);
  return path.str().str();
}

llvm::Expected<NodeReproducer>
glia::reproduceNode(StringRef model, const CompileOptions &compile,
                    const NamedTensors &inputs, StringRef node,
                    const MachineOptions &machine) {
  DialectRegistry registry;
  registerDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  StringRef nodePath = pathOfNode(node);
  ImportOptions import = compile.import;
  import.states.clear(); // to the node a state is an input like any other
  import.findStates = false;
  llvm::Expected<NodeOperands> operands =
      importNodeOperands(context, model, nodePath, import);
  if (!operands)
    return operands.takeError();
  llvm::Expected<NamedTensors> values = evaluate(
      operands->graph.module->lookupSymbol<func::FuncOp>("main"),
      *operands->graph.constants, inputs);
  if (!values)
    return values.takeError();
  NodeReproducer reproducer;
  reproducer.model = makePath(compile);
  reproducer.inputs =
      StringRef(reproducer.model).drop_back(StringRef(".onnx").size()).str() +
      ".npz";
  if (llvm::Error error =
          writeNodeModel(model, nodePath, compile.import.limits, *values,
                         operands->constants, reproducer.model))
    return std::move(error);
  // Of the new model's inputs, read back as whoever has the files does.
  import.dims.clear();
  import.inputShapes.clear();
  import.inputValues.clear();
  llvm::Expected<ImportResult> alone =
      importONNX(context, reproducer.model, import);
  if (!alone)
    return alone.takeError();
  NamedTensors given;
  for (const ImportedTensor &input : alone->inputs)
    given.emplace_back(input.name, *::find(*values, input.name));
  if (llvm::Error error = writeNpz(reproducer.inputs, given))
    return std::move(error);
  CompileOptions again = compile;
  resolveOverrides(again, node);
  reproducer.command = commandFor(reproducer, again);
  again.import.states.clear();
  again.import.findStates = false;
  again.import.dims.clear();
  again.import.inputShapes.clear();
  again.import.inputValues.clear();
  VerifyOptions options;
  options.inputs.archive = reproducer.inputs;
  options.machine = machine;
  options.reproduces = false;
  llvm::Expected<VerifyResult> result =
      verifyModel(reproducer.model, again, options, {});
  if (!result)
    return result.takeError();
  reproducer.failsAlone = !result->ok;
  return reproducer;
}
