//===- NodeLocation.cpp - The ONNX node that an op came from --------------===//
//
// See NodeLocation.h. Only the first two bars separate: a node's name may
// hold any character.
//
//===----------------------------------------------------------------------===//
#include "dialects/Graph/NodeLocation.h"
#include "mlir/IR/Builders.h"

using namespace mlir;

namespace glia::graph {

Location makeNodeLocation(MLIRContext *context, StringRef path,
                          StringRef opType, StringRef name) {
  return NameLoc::get(
      StringAttr::get(context, path + "|" + opType + "|" + name));
}

static std::optional<NodeReference> parseName(StringRef text) {
  auto [path, rest] = text.split('|');
  size_t bar = rest.find('|');
  if (path.empty() || !llvm::isDigit(path.front()) || bar == StringRef::npos)
    return std::nullopt;
  return NodeReference{path, rest.take_front(bar), rest.drop_front(bar + 1)};
}

static void collectNodes(Location location,
                         SmallVectorImpl<NodeReference> &nodes) {
  location->walk([&](Location inner) {
    if (auto name = dyn_cast<NameLoc>(inner))
      if (std::optional<NodeReference> node = parseName(name.getName()))
        if (!llvm::is_contained(nodes, *node))
          nodes.push_back(*node);
    return WalkResult::advance();
  });
}

SmallVector<NodeReference> allNodes(Location location) {
  SmallVector<NodeReference> nodes;
  collectNodes(location, nodes);
  return nodes;
}

std::optional<NodeReference> parseNodeLocation(Location location) {
  SmallVector<NodeReference> nodes = allNodes(location);
  if (nodes.empty())
    return std::nullopt;
  return nodes.front();
}

Location fuseNodeLocations(MLIRContext *context, ArrayRef<Location> locations) {
  SmallVector<NodeReference> nodes;
  for (Location location : locations)
    collectNodes(location, nodes);
  if (nodes.empty())
    return locations.empty() ? Location(UnknownLoc::get(context))
                             : locations.front();
  SmallVector<Location> names;
  for (const NodeReference &node : nodes)
    names.push_back(
        makeNodeLocation(context, node.path, node.opType, node.name));
  return names.size() == 1 ? names.front() : FusedLoc::get(context, names);
}

} // namespace glia::graph
