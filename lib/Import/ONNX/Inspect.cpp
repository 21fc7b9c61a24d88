//===- Inspect.cpp - What a model is, without compiling it ----------------===//
//
// Works on models that can't be compiled, too: that is when one inspects.
//
//===----------------------------------------------------------------------===//
#include "Model.h"
#include "Operators/Registry.h"
#include "llvm/ADT/StringSet.h"
#include <set>

using namespace glia;
using namespace glia::onnx_import;

static InspectedTensor describeTensor(const ValueInfo &info) {
  InspectedTensor tensor{info.name, "", {}};
  std::optional<ElementType> type = elementTypeOf(info.onnxType);
  tensor.type = type                     ? name(*type).str()
                : info.onnxType != 0     ? onnxTypeName(info.onnxType)
                : info.otherType.empty() ? "?"
                                         : info.otherType;
  for (const Dimension &dim : info.dims)
    tensor.dims.push_back(dim.value          ? std::to_string(*dim.value)
                          : dim.name.empty() ? "?"
                                             : dim.name);
  return tensor;
}

llvm::Expected<ModelInspection> glia::inspectONNX(llvm::StringRef path,
                                                  const ImportLimits &limits) {
  llvm::Expected<Model> model = readModel(path, limits, /*strict=*/false);
  if (!model)
    return model.takeError();
  ModelInspection inspection;
  inspection.irVersion = model->irVersion;
  inspection.producer = model->producer;
  inspection.opsets = model->opsets;
  inspection.nodes = model->nodes.size();
  inspection.functions = model->functions;
  inspection.weights = model->initializers.size();
  llvm::StringSet<> initializers;
  for (const StoredTensor &tensor : model->initializers) {
    initializers.insert(tensor.name);
    inspection.weightBytes += tensor.bytes;
  }
  std::set<std::string> dims;
  for (const ValueInfo &input : model->inputs) {
    if (initializers.contains(input.name))
      continue;
    inspection.inputs.push_back(describeTensor(input));
    for (const Dimension &dim : input.dims)
      if (!dim.value && !dim.name.empty())
        dims.insert(dim.name);
  }
  inspection.dims.assign(dims.begin(), dims.end());
  for (const ValueInfo &output : model->outputs)
    inspection.outputs.push_back(describeTensor(output));
  std::map<std::pair<std::string, std::string>, InspectedOperator> operators;
  forEachNode(model->nodes, [&](const Node &node) {
    auto [slot, fresh] = operators.try_emplace(
        {node.domain, node.opType},
        InspectedOperator{node.domain, node.opType, 0, true});
    slot->second.count += 1;
    slot->second.supported &= findOperator(node) != nullptr;
  });
  for (auto &[key, row] : operators)
    inspection.operators.push_back(std::move(row));
  return inspection;
}
