//===- Importer.cpp - From ONNX files to the graph dialect ----------------===//
//
// The order of checks is the order of usefulness: what the file is, what it
// uses that we lack (all of it), whether it is sound, which numbers are
// missing; only then is anything built.
//
//===----------------------------------------------------------------------===//
#include "glia/Import/ONNX/Importer.h"
#include "BindInputs.h"
#include "NodeImporter.h"
#include "Operators/Registry.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include <map>

namespace glia::onnx_import {

static std::string quote(llvm::StringRef name) {
  return "`" + escapeForMessage(name) + "`";
}

/// Why no row of the registry fits.
static std::string reasonFor(const Node &node) {
  std::vector<OperatorRow> rows = allOperators();
  bool known = llvm::any_of(rows, [&](const OperatorRow &row) {
    return row.name == node.opType && row.domain == node.domain;
  });
  std::string domain = escapeForMessage(describeDomain(node.domain));
  if (node.opset == 0)
    return "domain " + domain + ", which the model does not import";
  std::string place =
      "domain " + domain + ", opset " + std::to_string(node.opset);
  if (known && node.schema)
    return place + ", its form of opset " + std::to_string(node.sinceVersion);
  return known ? place + ", which does not have it" : place;
}

/// E2000 with every unsupported operator.
static llvm::Error checkSupport(const Model &model) {
  std::map<std::pair<std::string, std::string>, std::vector<const Node *>>
      unsupported;
  for (const Node &node : model.nodes)
    if (!findOperator(node))
      unsupported[{node.domain, node.opType}].push_back(&node);
  if (unsupported.empty())
    return llvm::Error::success();
  std::string list;
  size_t nodes = 0;
  for (const auto &[key, users] : unsupported) {
    nodes += users.size();
    list += (list.empty() ? "" : ", ") + quote(key.second) + " (" +
            reasonFor(*users.front()) + "; " + std::to_string(users.size()) +
            (users.size() == 1 ? " node)" : " nodes)");
  }
  GliaError error(
      ErrorCode::E2000,
      std::to_string(unsupported.size()) +
          (unsupported.size() == 1 ? " operator is" : " operators are") +
          " not supported: " + list);
  std::string names;
  constexpr size_t mostListed = 8;
  for (const auto &[key, users] : unsupported)
    for (const Node *node : llvm::ArrayRef(users).take_front(mostListed))
      names += (names.empty() ? "" : ", ") + describe(*node);
  error.with(nodes == 1 ? "node" : "nodes", names);
  error.remedy("`glia-cc list-operators` shows what is supported");
  return makeError(std::move(error));
}

namespace {
class GraphImport {
public:
  GraphImport(mlir::MLIRContext &context, Model &model,
              const ImportOptions &options)
      : context(context), model(model), options(options),
        constants(std::make_unique<ConstantStore>()),
        state(context, *constants, options.limits) {}

  llvm::Expected<ImportResult> run();

private:
  llvm::Error makeFunction(ImportResult &result);
  void addInitializers(ImportResult &result);
  llvm::Error importNode(const Node &node);
  llvm::Error makeOutputs(ImportResult &result);
  llvm::Error checkDeclared(const ValueInfo &declared, const Value &value);
  llvm::Error verify(ImportResult &result);

  mlir::MLIRContext &context;
  Model &model;
  const ImportOptions &options;
  std::unique_ptr<ConstantStore> constants;
  GraphState state;
  llvm::StringMap<int> unsupportedTensors; // their ONNX types
  mlir::func::FuncOp function;
};
} // namespace

static mlir::DictionaryAttr nameEntry(mlir::OpBuilder &builder,
                                      llvm::StringRef name) {
  return builder.getDictionaryAttr(
      builder.getNamedAttr(graph::nameAttribute, builder.getStringAttr(name)));
}

llvm::Error GraphImport::makeFunction(ImportResult &result) {
  llvm::Expected<std::vector<BoundInput>> inputs = bindInputs(model, options);
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
    if (input.value)
      value.constant = constants->addMemory(
          input.tensor.name, value.type, value.shape, std::move(*input.value));
    else
      value.ssa = block->getArgument(argument++);
    state.values[input.tensor.name] = std::move(value);
  }
  return llvm::Error::success();
}

void GraphImport::addInitializers(ImportResult &result) {
  for (StoredTensor &tensor : model.initializers) {
    result.weightBytes += tensor.bytes;
    if (!tensor.type || !graph::fromElementType(&context, *tensor.type)) {
      unsupportedTensors[tensor.name] = tensor.onnxType;
      continue;
    }
    ConstantStore::Id id = constants->add({tensor.name,
                                           *tensor.type,
                                           tensor.shape,
                                           std::move(tensor.source),
                                           {}});
    state.values[tensor.name] = Value{*tensor.type, tensor.shape, nullptr, id};
  }
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
  if (llvm::Error error = findOperator(node)->import(importer))
    return error;
  for (const std::string &output : node.outputs) {
    auto found = state.values.find(output);
    if (output.empty())
      continue;
    if (found == state.values.end())
      return importer.fail(ErrorCode::E2002,
                           "has the output " + quote(output) +
                               ", which Glia does not compute");
    const Value &value = found->second;
    if (static_cast<uint64_t>(value.elements()) >
        options.limits.tensorBytes * 8 / bitWidth(value.type))
      return importer.fail(ErrorCode::E4004,
                           "makes a tensor of shape " +
                               formatShape(value.shape) + ", expects at most " +
                               llvm::Twine(options.limits.tensorBytes) +
                               " bytes");
  }
  return llvm::Error::success();
}

llvm::Error GraphImport::checkDeclared(const ValueInfo &declared,
                                       const Value &value) {
  if (declared.onnxType != 0 && elementTypeOf(declared.onnxType) != value.type)
    return makeError(ErrorCode::E1015,
                     "the output " + quote(declared.name) + " is declared as " +
                         onnxTypeName(declared.onnxType) + " and computed as " +
                         name(value.type));
  bool fits = !declared.hasShape || declared.dims.size() == value.shape.size();
  for (auto [dim, extent] : llvm::zip(declared.dims, value.shape))
    fits &= !dim.value || *dim.value == extent;
  if (fits)
    return llvm::Error::success();
  std::string text = "the output " + quote(declared.name) +
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

/// Each output gets memory of its own: what is an input, a constant or another
/// output, reshaped or not, is copied.
llvm::Error GraphImport::makeOutputs(ImportResult &result) {
  llvm::SmallVector<mlir::Value> values, storages;
  for (const ValueInfo &output : model.outputs) {
    if (auto found = unsupportedTensors.find(output.name);
        found != unsupportedTensors.end())
      return makeError(ErrorCode::E2001, "the output " + quote(output.name) +
                                             " has elements of type " +
                                             onnxTypeName(found->second));
    const Value &value = state.values[output.name];
    if (llvm::Error error = checkDeclared(output, value))
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
  return llvm::Error::success();
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

llvm::Expected<ImportResult> GraphImport::run() {
  ImportResult result;
  if (llvm::Error error = makeFunction(result))
    return std::move(error);
  addInitializers(result);
  for (const Node &node : model.nodes)
    if (llvm::Error error = importNode(node))
      return std::move(error);
  if (llvm::Error error = makeOutputs(result))
    return std::move(error);
  if (llvm::Error error = verify(result))
    return std::move(error);
  result.constants = std::move(constants);
  result.warnings = std::move(model.warnings);
  result.nodes = model.nodes.size();
  return result;
}

} // namespace glia::onnx_import

using namespace glia;
using namespace glia::onnx_import;

llvm::Expected<ImportResult> glia::importONNX(mlir::MLIRContext &context,
                                              llvm::StringRef path,
                                              const ImportOptions &options) {
  context.loadDialect<mlir::func::FuncDialect, graph::GraphDialect>();
  llvm::Expected<Model> model = readModel(path, options.limits, options.strict);
  if (!model)
    return model.takeError();
  if (llvm::Error error = checkSupport(*model))
    return std::move(error);
  if (model->dataError)
    return makeError(*model->dataError);
  for (const Node &node : model->nodes)
    if (llvm::Error error = checkNode(node))
      return std::move(error);
  if (llvm::Error error = sortNodes(*model, options.strict))
    return std::move(error);
  return GraphImport(context, *model, options).run();
}

std::vector<SupportedOperator> glia::listOperators() {
  std::vector<SupportedOperator> operators;
  for (const OperatorRow &row : allOperators())
    operators.push_back({row.domain, row.name, row.first, row.last});
  return operators;
}
