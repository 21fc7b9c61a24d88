//===- ImportedDebug.cpp - Tables that locations cannot say ---------------===//
//
// `glia.nodes`: path, operator and name of each node, one after the other;
// `glia.debug`: program, engine, pc and node of each entry.
//
//===----------------------------------------------------------------------===//
#include "ImportedDebug.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace glia;

static constexpr StringRef nodesName = "glia.nodes", debugName = "glia.debug";

void glia::keepImportedDebug(Operation *object, const ObjectImage &image) {
  Builder builder(object->getContext());
  SmallVector<StringRef> nodes;
  for (const NodeReference &node : image.nodes)
    nodes.append({node.path, node.opType, node.name});
  SmallVector<int64_t> entries;
  for (const DebugEntry &entry : image.debug)
    entries.append({entry.program, entry.engine, entry.pc, entry.node});
  object->setAttr(nodesName, builder.getStrArrayAttr(nodes));
  object->setAttr(debugName, builder.getDenseI64ArrayAttr(entries));
}

void glia::takeImportedDebug(Operation *object, ObjectImage &image) {
  auto nodes = object->getAttrOfType<ArrayAttr>(nodesName);
  auto entries = object->getAttrOfType<DenseI64ArrayAttr>(debugName);
  if (!nodes || !entries || nodes.size() % 3 || entries.size() % 4)
    return;
  auto text = [&](size_t i) {
    auto string = dyn_cast<StringAttr>(nodes[i]);
    return string ? string.str() : std::string();
  };
  image.nodes.clear();
  for (size_t i = 0; i < nodes.size(); i += 3)
    image.nodes.push_back({text(i), text(i + 1), text(i + 2)});
  image.debug.clear();
  ArrayRef<int64_t> numbers = entries;
  for (; !numbers.empty(); numbers = numbers.drop_front(4))
    image.debug.push_back({static_cast<uint8_t>(numbers[1]), static_cast<uint32_t>(numbers[2]), static_cast<uint32_t>(numbers[3]),
                           static_cast<uint32_t>(numbers[0])});
}
