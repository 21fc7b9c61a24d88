//===- Importer.cpp - From ONNX files to the graph dialect ----------------===//
//
// The order of checks is the order of usefulness: what the file is, what it
// uses that we lack (all of it), whether it is sound, which numbers are
// missing; only then is anything built.
//
//===----------------------------------------------------------------------===//
#include "glia/Import/ONNX/NodeModel.h"
#include "BindInputs.h"
#include "NodeImporter.h"
#include "Operators/Registry.h"
#include "States.h"
#include "Unsupported.h"
#include "dialects/Graph/SupportedTypes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/StringSet.h"

namespace glia::onnx_import {

static std::string quote(llvm::StringRef name) {
  return "`" + escapeForMessage(name) + "`";
}

namespace {
class GraphImport {
public:
  GraphImport(mlir::MLIRContext &context, Model &model,
              const ImportOptions &options, UnsupportedList &unsupported)
      : context(context), model(model), options(options),
        unsupported(unsupported), constants(std::make_unique<ConstantStore>()),
        state(context, *constants, options.limits) {
    state.importSubgraph = [this](const Subgraph &graph,
                                  llvm::ArrayRef<Value> inputs) {
      return importSubgraph(graph, inputs);
    };
  }

  llvm::Expected<ImportResult> run();

private:
  llvm::Error makeFunction(ImportResult &result);
  void addInitializer(StoredTensor tensor);
  llvm::Error importNodes(llvm::ArrayRef<Node> nodes);
  llvm::Error countImported(const Subgraph &graph);
  llvm::Expected<std::optional<std::vector<Value>>>
  importSubgraph(const Subgraph &graph, llvm::ArrayRef<Value> inputs);
  bool isReachable(const Node &node) const;
  llvm::Error importNode(const Node &node);
  llvm::Error checkOutputs(const NodeImporter &importer);
  llvm::Error makeOutputs(ImportResult &result);
  llvm::Error checkDeclared(const ValueInfo &declared, const Value &value,
                            llvm::StringRef what);
  llvm::Error verify(ImportResult &result);

  mlir::MLIRContext &context;
  Model &model;
  const ImportOptions &options;
  UnsupportedList &unsupported;
  std::unique_ptr<ConstantStore> constants;
  GraphState state;
  uint64_t importedNodes = 0;                  // of subgraphs
  llvm::StringMap<int> unsupportedTensors;     // their ONNX types
  llvm::StringMap<const ValueInfo *> declared; // neither inputs nor outputs
  mlir::func::FuncOp function;
};
} // namespace

static mlir::DictionaryAttr nameEntry(mlir::OpBuilder &builder,
                                      llvm::StringRef name) {
  return builder.getDictionaryAttr(
      builder.getNamedAttr(graph::nameAttribute, builder.getStringAttr(name)));
}

llvm::Error GraphImport::makeFunction(ImportResult &result) {
  llvm::Expected<std::vector<BoundInput>> inputs =
      bindInputs(model, options, unsupported);
  if (!inputs)
    return inputs.takeError();
  mlir::OpBuilder &builder = state.builder;
  mlir::Location location = builder.getUnknownLoc();
  result.module = mlir::ModuleOp::create(location);
  builder.setInsertionPointToStart(result.module->getBody());
  llvm::SmallVector<mlir::Type> types;
  llvm::SmallVector<mlir::DictionaryAttr> attributes;
  for (const BoundInput &input : *inputs) {
    if (input.value)
      continue;
    types.push_back(state.tensorType(input.tensor.type, input.tensor.shape));
    attributes.push_back(nameEntry(builder, input.tensor.name));
    result.inputs.push_back(input.tensor);
  }
  function = mlir::func::FuncOp::create(builder, location, "main",
                                        builder.getFunctionType(types, {}));
  function.setAllArgAttrs(attributes);
  mlir::Block *block = function.addEntryBlock();
  builder.setInsertionPointToStart(block);
  unsigned argument = 0;
  for (BoundInput &input : *inputs) {
    Value value{input.tensor.type, input.tensor.shape, nullptr, std::nullopt};
    if (input.value) {
      result.boundInputs.emplace_back(
          input.tensor.name,
          Tensor{value.type, input.tensor.shape, *input.value});
      value.constant = constants->addMemory(
          input.tensor.name, value.type, value.shape, std::move(*input.value));
    } else {
      value.ssa = block->getArgument(argument++);
    }
    state.values[input.tensor.name] = std::move(value);
  }
  return llvm::Error::success();
}

void GraphImport::addInitializer(StoredTensor tensor) {
  if (!tensor.type || !graph::fromElementType(&context, *tensor.type)) {
    unsupportedTensors[tensor.name] = tensor.onnxType;
    return;
  }
  ConstantStore::Id id = constants->add(
      {tensor.name, *tensor.type, tensor.shape, std::move(tensor.source), {}});
  state.values[tensor.name] = Value{*tensor.type, tensor.shape, nullptr, id};
}

llvm::Error GraphImport::importNodes(llvm::ArrayRef<Node> nodes) {
  for (const Node &node : nodes)
    if (findOperator(node) && isReachable(node))
      if (llvm::Error error = unsupported.collect(importNode(node)))
        return error;
  return llvm::Error::success();
}

/// Bodies are imported once for each iteration, loops in loops too, so what is
/// made of them counts, not what the file holds. E4002, E4005.
llvm::Error GraphImport::countImported(const Subgraph &graph) {
  auto count = [&](const StoredTensor &tensor) {
    if (const auto *span = std::get_if<MemorySpan>(&tensor.source))
      state.foldedBytes += span->bytes.size();
  };
  importedNodes += 1 + graph.nodes.size();
  llvm::for_each(graph.initializers, count);
  for (const Node &node : graph.nodes)
    for (const Attribute &attribute : node.attributes)
      if (attribute.tensor)
        count(*attribute.tensor);
  if (importedNodes > options.limits.nodes)
    return makeError(ErrorCode::E4002,
                     "the iterations of the model's loops make more than " +
                         llvm::Twine(options.limits.nodes) + " nodes");
  if (state.foldedBytes > options.limits.foldedTotalBytes)
    return makeError(ErrorCode::E4005,
                     "the constants of the model's loops need more than " +
                         llvm::Twine(options.limits.foldedTotalBytes) +
                         " bytes");
  return llvm::Error::success();
}

/// Names of the subgraph hide those around it while it is imported.
llvm::Expected<std::optional<std::vector<Value>>>
GraphImport::importSubgraph(const Subgraph &graph,
                            llvm::ArrayRef<Value> inputs) {
  if (llvm::Error error = countImported(graph))
    return std::move(error);
  unsupported.addOperators(graph.nodes);
  std::vector<std::string> names = graph.defined();
  llvm::StringMap<Value> hidden;
  for (const std::string &name : names)
    if (auto found = state.values.find(name); found != state.values.end()) {
      hidden[name] = std::move(found->second);
      state.values.erase(found);
    }
  for (auto [name, value] : llvm::zip(graph.inputs, inputs))
    state.values[name] = value;
  for (const StoredTensor &initializer : graph.initializers)
    addInitializer(initializer);
  if (llvm::Error error = importNodes(graph.nodes))
    return std::move(error);
  std::optional<std::vector<Value>> outputs(std::in_place);
  for (const std::string &name : graph.outputs) {
    auto found = state.values.find(name);
    if (found == state.values.end()) {
      outputs.reset();
      break;
    }
    outputs->push_back(found->second);
  }
  for (const std::string &name : names)
    state.values.erase(name);
  for (auto &entry : hidden)
    state.values[entry.first()] = std::move(entry.second);
  return outputs;
}

/// Whether all operands are there: what depends on something unsupported is
/// passed over, since nothing true can be said about it.
bool GraphImport::isReachable(const Node &node) const {
  auto isThere = [&](const std::string &input) {
    return input.empty() || state.values.contains(input) ||
           unsupportedTensors.contains(input);
  };
  return llvm::all_of(node.inputs, isThere) &&
         llvm::all_of(node.captured, isThere);
}

/// The ops from `first` on have kernels for their element types. E2001.
static llvm::Error checkTypes(const NodeImporter &importer,
                              mlir::Operation *first) {
  for (mlir::Operation *op = first; op; op = op->getNextNode())
    if (std::optional<std::string> reason = graph::describeUnsupportedTypes(op))
      return importer.fail(ErrorCode::E2001, *reason);
  return llvm::Error::success();
}

llvm::Error GraphImport::importNode(const Node &node) {
  for (const std::string &input : node.inputs)
    if (auto found = unsupportedTensors.find(input);
        found != unsupportedTensors.end())
      return makeError(nodeError(ErrorCode::E2001, node,
                                 "reads " + quote(input) +
                                     ", whose elements are of type " +
                                     onnxTypeName(found->second))
                           .with("tensor", input));
  NodeImporter importer(node, state);
  if (llvm::Error error = importer.checkOperands())
    return error;
  mlir::Block &block = function.front();
  mlir::Operation *last = block.empty() ? nullptr : &block.back();
  if (llvm::Error error = findOperator(node)->import(importer))
    return error;
  if (llvm::Error error =
          checkTypes(importer, last            ? last->getNextNode()
                               : block.empty() ? nullptr
                                               : &block.front()))
    return error;
  return checkOutputs(importer);
}

llvm::Error GraphImport::checkOutputs(const NodeImporter &importer) {
  bool hasBranches =
      !importer.node.captured.empty() ||
      llvm::any_of(importer.node.attributes, [](const Attribute &attribute) {
        return attribute.graph != nullptr;
      });
  for (const std::string &output : importer.node.outputs) {
    auto found = state.values.find(output);
    if (output.empty())
      continue;
    if (found == state.values.end() && hasBranches && !unsupported.empty())
      continue; // something in the branch is unsupported
    if (found == state.values.end())
      return importer.fail(ErrorCode::E2002,
                           "has the output " + quote(output) +
                               ", which Glia does not compute");
    const Value &value = found->second;
    // The dimensions of an empty tensor have a limit, too.
    Value filled = value;
    llvm::erase(filled.shape, 0);
    if (value.shape.size() > options.limits.rank ||
        static_cast<uint64_t>(filled.elements()) >
            options.limits.tensorBytes * 8 / bitWidth(value.type))
      return importer.fail(
          ErrorCode::E4004,
          "makes a tensor of shape " + formatShape(value.shape) +
              ", expects rank " + llvm::Twine(options.limits.rank) + " and " +
              llvm::Twine(options.limits.tensorBytes) + " bytes at most");
    if (auto info = declared.find(output); info != declared.end())
      if (llvm::Error error = checkDeclared(*info->second, value, "tensor"))
        return error;
  }
  return llvm::Error::success();
}

llvm::Error GraphImport::checkDeclared(const ValueInfo &declared,
                                       const Value &value,
                                       llvm::StringRef what) {
  if (declared.onnxType != 0 && elementTypeOf(declared.onnxType) != value.type)
    return makeError(ErrorCode::E1015,
                     "the " + what + " " + quote(declared.name) +
                         " is declared as " + onnxTypeName(declared.onnxType) +
                         " and computed as " + name(value.type));
  bool fits = !declared.hasShape || declared.dims.size() == value.shape.size();
  for (auto [dim, extent] : llvm::zip(declared.dims, value.shape))
    fits &= !dim.value || *dim.value == extent;
  if (fits)
    return llvm::Error::success();
  std::string text = "the " + what.str() + " " + quote(declared.name) +
                     " is declared with another shape than the computed " +
                     formatShape(value.shape);
  if (options.strict)
    return makeError(ErrorCode::E1015, text);
  model.warnings.push_back({text});
  return llvm::Error::success();
}

/// What a value shares its memory with: a reshape costs nothing.
static mlir::Value storageOf(mlir::Value value) {
  while (auto reshape = value.getDefiningOp<graph::ReshapeOp>())
    value = reshape.getInput();
  return value;
}

/// A program's outputs are told apart by name, so one that is named again is
/// the same output.
static void dropRepeatedOutputs(Model &model) {
  llvm::StringSet<> seen;
  llvm::erase_if(model.outputs, [&](const ValueInfo &output) {
    if (seen.insert(output.name).second)
      return false;
    model.warnings.push_back({"the model names the output " +
                              quote(output.name) +
                              " twice; the program has it once"});
    return true;
  });
}

/// Each output gets memory of its own: what is an input, a constant or another
/// output, reshaped or not, is copied.
llvm::Error GraphImport::makeOutputs(ImportResult &result) {
  llvm::SmallVector<mlir::Value> values, storages;
  dropRepeatedOutputs(model);
  for (const ValueInfo &output : model.outputs) {
    if (auto found = unsupportedTensors.find(output.name);
        found != unsupportedTensors.end())
      return makeError(ErrorCode::E2001, "the output " + quote(output.name) +
                                             " has elements of type " +
                                             onnxTypeName(found->second));
    const Value &value = state.values[output.name];
    if (llvm::Error error = checkDeclared(output, value, "output"))
      return error;
    mlir::Value ssa = state.materialize(value), storage = storageOf(ssa);
    if (llvm::isa<mlir::BlockArgument>(storage) ||
        storage.getDefiningOp<graph::ConstantOp>() ||
        llvm::is_contained(storages, storage))
      ssa = graph::BroadcastOp::create(state.builder, ssa.getLoc(),
                                       ssa.getType(), ssa);
    values.push_back(ssa);
    storages.push_back(storage);
    result.outputs.push_back({output.name, value.type, value.shape});
  }
  mlir::func::ReturnOp::create(state.builder, state.builder.getUnknownLoc(),
                               values);
  function.setType(state.builder.getFunctionType(
      function.getArgumentTypes(), mlir::ValueRange(values).getTypes()));
  llvm::SmallVector<mlir::DictionaryAttr> attributes;
  for (const ValueInfo &output : model.outputs)
    attributes.push_back(nameEntry(state.builder, output.name));
  function.setAllResultAttrs(attributes);
  return pairStates(function, options, result);
}

/// What the operators let through is our fault, not the user's.
llvm::Error GraphImport::verify(ImportResult &result) {
  std::string text;
  mlir::ScopedDiagnosticHandler handler(&context,
                                        [&](mlir::Diagnostic &diagnostic) {
                                          if (text.empty())
                                            text = diagnostic.str();
                                          return mlir::success();
                                        });
  if (mlir::succeeded(mlir::verify(*result.module)))
    return llvm::Error::success();
  return makeError(ErrorCode::E9800,
                   "the imported module does not verify: " + text);
}

/// A model may give cause for a million of them.
static void cutWarnings(std::vector<ImportWarning> &warnings) {
  constexpr size_t most = 64;
  if (warnings.size() <= most)
    return;
  size_t more = warnings.size() - most;
  warnings.resize(most);
  warnings.push_back({"and " + std::to_string(more) + " more warnings"});
}

llvm::Expected<ImportResult> GraphImport::run() {
  ImportResult result;
  if (llvm::Error error = unsupported.collect(makeFunction(result)))
    return std::move(error);
  for (StoredTensor &tensor : model.initializers) {
    result.weightBytes += tensor.bytes;
    addInitializer(std::move(tensor));
  }
  for (const ValueInfo &info : model.valueInfos)
    declared[info.name] = &info;
  for (const ValueInfo &output : model.outputs)
    declared.erase(output.name);
  if (llvm::Error error = importNodes(model.nodes))
    return std::move(error);
  if (!unsupported.empty())
    return unsupported.take();
  if (llvm::Error error = makeOutputs(result))
    return std::move(error);
  if (llvm::Error error = verify(result))
    return std::move(error);
  result.constants = std::move(constants);
  result.warnings = std::move(model.warnings);
  cutWarnings(result.warnings);
  result.nodes = model.nodes.size();
  return result;
}

} // namespace glia::onnx_import

using namespace glia;
using namespace glia::onnx_import;

static llvm::Expected<ImportResult> importModel(mlir::MLIRContext &context,
                                                llvm::Expected<Model> model,
                                                const ImportOptions &options) {
  context.loadDialect<mlir::func::FuncDialect, graph::GraphDialect>();
  if (!model)
    return model.takeError();
  UnsupportedList unsupported;
  unsupported.addOperators(model->nodes);
  if (model->dataError) {
    if (llvm::Error error = unsupported.collect(makeError(*model->dataError)))
      return std::move(error);
    return unsupported.take(); // what has no data is not imported
  }
  auto check = [&]() -> llvm::Error {
    llvm::Error first = llvm::Error::success();
    forEachNode(model->nodes, [&](const Node &node) {
      if (!first)
        first = checkNode(node);
    });
    if (first)
      return first;
    return sortNodes(*model, options.strict);
  };
  if (llvm::Error error = unsupported.collect(check()))
    return std::move(error);
  return GraphImport(context, *model, options, unsupported).run();
}

llvm::Expected<ImportResult> glia::importONNX(mlir::MLIRContext &context,
                                              llvm::StringRef path,
                                              const ImportOptions &options) {
  return importModel(context, readModel(path, options.limits, options.strict),
                     options);
}

/// Drops the nodes that no output needs.
static void keepNeeded(Model &model) {
  llvm::StringSet<> needed;
  for (const ValueInfo &output : model.outputs)
    needed.insert(output.name);
  std::vector<bool> keep(model.nodes.size());
  // Nodes may stand in any order: until nothing is added.
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = model.nodes.size(); i-- > 0;) {
      const Node &node = model.nodes[i];
      if (keep[i] || llvm::none_of(node.outputs, [&](const std::string &name) {
            return needed.contains(name);
          }))
        continue;
      keep[i] = changed = true;
      needed.insert_range(node.inputs);
      needed.insert_range(node.captured);
    }
  }
  size_t next = 0;
  llvm::erase_if(model.nodes, [&](const Node &) { return !keep[next++]; });
}

llvm::Expected<NodeOperands>
glia::importNodeOperands(mlir::MLIRContext &context, llvm::StringRef path,
                         llvm::StringRef nodePath,
                         const ImportOptions &options) {
  llvm::Expected<Model> model = readModel(path, options.limits, options.strict);
  if (!model)
    return model.takeError();
  llvm::Expected<const Node *> node = findNode(*model, nodePath);
  if (!node)
    return node.takeError();
  llvm::StringSet<> seen;
  model->outputs.clear();
  for (const auto *names : {&(*node)->inputs, &(*node)->outputs})
    for (const std::string &name : *names)
      if (!name.empty() && seen.insert(name).second)
        model->outputs.emplace_back().name = name;
  keepNeeded(*model);
  llvm::Expected<ImportResult> graph =
      importModel(context, std::move(model), options);
  if (!graph)
    return graph.takeError();
  NodeOperands operands;
  operands.graph = std::move(*graph);
  auto main = operands.graph.module->lookupSymbol<mlir::func::FuncOp>("main");
  for (auto [value, output] :
       llvm::zip(main.front().getTerminator()->getOperands(),
                 operands.graph.outputs)) {
    mlir::Value storage = storageOf(value);
    if (auto copy = storage.getDefiningOp<graph::BroadcastOp>())
      storage = storageOf(copy.getInput());
    if (storage.getDefiningOp<graph::ConstantOp>())
      operands.constants.insert(output.name);
  }
  return operands;
}

std::vector<SupportedOperator> glia::listOperators() {
  std::vector<SupportedOperator> operators;
  for (const OperatorRow &row : allOperators())
    operators.push_back({row.domain, row.name, row.first, row.last});
  return operators;
}
