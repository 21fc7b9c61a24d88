//===- CastReport.cpp - What phase `cast` rounds, for the report ----------===//
//
// Reads the attributes that graph-cast-precision leaves on its casts.
//
//===----------------------------------------------------------------------===//
#include "CastReport.h"
#include "dialects/Graph/GraphOps.h"
#include "dialects/Graph/NodeLocation.h"

using namespace glia;
using namespace mlir;

static std::string typeName(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  std::optional<ElementType> element =
      graph::toElementType(type.getElementType());
  return element ? name(*element).str() : "";
}

std::vector<CompileReport::Cast> glia::listCasts(ModuleOp module) {
  std::vector<CompileReport::Cast> casts;
  module.walk([&](graph::CastOp op) {
    auto number = op->getAttrOfType<IntegerAttr>(graph::numberAttribute);
    auto why = op->getAttrOfType<StringAttr>(graph::whyAttribute);
    if (!number || !why)
      return;
    CompileReport::Cast cast{number.getInt(),
                             {},
                             typeName(op.getInput()),
                             typeName(op.getResult()),
                             why.str()};
    if (auto node = graph::parseNodeLocation(op.getLoc()))
      cast.node = {node->path.str(), node->opType.str(), node->name.str()};
    casts.push_back(std::move(cast));
  });
  llvm::sort(casts, [](const auto &left, const auto &right) {
    return left.number < right.number;
  });
  return casts;
}
