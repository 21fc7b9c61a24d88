//===- BuildImage.cpp - isa IR to the object's tables and text ------------===//
//
// Encodes every stream and makes the debug map from the ops' locations. All
// but the weights, which emitObject streams.
//
//===----------------------------------------------------------------------===//
#include "ImportedDebug.h"
#include "dialects/Graph/NodeLocation.h"
#include "dialects/ISA/ISADialect.h"
#include "glia/Support/Error.h"
#include "glia/Target/Target.h"
#include "llvm/ADT/MapVector.h"
#include <map>

using namespace mlir;
using namespace glia;

namespace {

class ImageBuilder {
public:
  llvm::Expected<ObjectImage> build(isa::ir::ObjectOp object) {
    image.target = object.getTarget().str();
    image.producer = object.getProducer().str();
    image.hbmBytes = object.getHbmBytes();
    image.coreToProgram.assign(object.getCores().begin(), object.getCores().end());
    if (auto groups = object.getGroups())
      for (StringRef text : groups->getAsValueRange<StringAttr>())
        if (llvm::Error error = parsePlacement(text, image.replicaGroups.emplace_back()))
          return error;
    if (llvm::Error error = parseBuckets(object.getBuckets().value_or(""), image.buckets))
      return error;
    for (Operation &op : object.getBody().front())
      if (llvm::Error error = add(op))
        return error;
    takeImportedDebug(object, image);
    return std::move(image);
  }

private:
  llvm::Error add(Operation &op) {
    if (auto binding = dyn_cast<isa::ir::BindingOp>(op))
      return addBinding(binding);
    if (auto constant = dyn_cast<isa::ir::ConstantOp>(op)) {
      image.constants.push_back(
          {constant.getName().str(), uint64_t(constant.getHbmOffset()), uint64_t(constant.getBytes()), /*fileOffset=*/0, {}});
      return parsePlacement(constant.getPlaced().value_or(""), image.constants.back());
    }
    if (auto program = dyn_cast<isa::ir::ProgramOp>(op)) {
      image.programs.emplace_back();
      for (auto stream : program.getBody().getOps<isa::ir::StreamOp>())
        if (llvm::Error error = addStream(stream))
          return error;
      return llvm::Error::success();
    }
    if (auto entry = dyn_cast<isa::ir::EntryOp>(op)) {
      Entry made;
      made.name = entry.getName().str();
      made.program = entry.getProgram();
      for (auto [pc, value] : llvm::zip(made.pc, entry.getPc()))
        pc = value;
      for (auto [name, size] : llvm::zip(entry.getDimNames().getAsValueRange<StringAttr>(), entry.getDimSizes()))
        made.dims.emplace_back(name.str(), size);
      image.entries.push_back(std::move(made));
      return llvm::Error::success();
    }
    return makeError(ErrorCode::E1600, "expects only ops of the isa dialect in an object, got `" + op.getName().getStringRef() + "`");
  }

  llvm::Error addBinding(isa::ir::BindingOp op) {
    Binding binding;
    binding.name = op.getName().str();
    binding.kind = op.getKind() == "input" ? BindingKind::input : op.getKind() == "output" ? BindingKind::output : BindingKind::state;
    std::optional<ElementType> type = parseElementType(op.getType());
    if (!type)
      return makeError(ErrorCode::E1600, "expects an element type, got `" + op.getType() + "`");
    binding.type = *type;
    binding.shape.assign(op.getShape().begin(), op.getShape().end());
    binding.hbmOffset = op.getHbmOffset();
    binding.bytes = op.getBytes();
    image.bindings.push_back(std::move(binding));
    return parsePlacement(op.getPlaced().value_or(""), image.bindings.back());
  }

  /// The number of a location's root node in the table of nodes.
  uint32_t nodeOf(Location location) {
    auto [known, isNew] = nodeOfLocation.try_emplace(location, DebugEntry::noNode);
    if (!isNew)
      return known->second;
    if (std::optional<graph::NodeReference> node = graph::parseNodeLocation(location)) {
      NodeReference reference{node->path.str(), node->opType.str(), node->name.str()};
      auto [number, added] =
          nodeNumbers.try_emplace({reference.path, reference.opType, reference.name}, static_cast<uint32_t>(image.nodes.size()));
      if (added)
        image.nodes.push_back(std::move(reference));
      known->second = number->second;
    }
    return known->second;
  }

  llvm::Error addStream(isa::ir::StreamOp stream) {
    std::optional<isa::Engine> engine = isa::parseEngine(stream.getEngine());
    if (!engine)
      return makeError(ErrorCode::E1600, "expects the name of an engine, got `" + stream.getEngine() + "`");
    uint32_t program = image.programs.size() - 1;
    std::vector<uint8_t> &text = image.programs.back().text[static_cast<unsigned>(*engine)];
    llvm::SmallVector<uint8_t, 256> bytes;
    uint32_t last = DebugEntry::noNode;
    bool isFirst = true;
    for (Operation &op : stream.getBody().front()) {
      auto instruction = dyn_cast<isa::ir::InstructionOpInterface>(op);
      if (!instruction)
        return makeError(ErrorCode::E1600, "expects only instructions in a stream, got `" + op.getName().getStringRef() + "`");
      uint32_t node = nodeOf(op.getLoc());
      if (isFirst ? node != DebugEntry::noNode : node != last)
        image.debug.push_back(
            {static_cast<uint8_t>(*engine), static_cast<uint32_t>(text.size() / isa::wordBytes), node, program});
      isFirst = false;
      last = node;
      bytes.clear();
      if (llvm::Error error = isa::encode(instruction.getInstruction(), bytes))
        return error;
      text.insert(text.end(), bytes.begin(), bytes.end());
    }
    return llvm::Error::success();
  }

  ObjectImage image;
  llvm::DenseMap<Location, uint32_t> nodeOfLocation;
  std::map<std::tuple<std::string, std::string, std::string>, uint32_t> nodeNumbers;
};

} // namespace

llvm::Expected<ObjectImage> glia::buildImage(ModuleOp module) {
  auto objects = module.getOps<isa::ir::ObjectOp>();
  if (!llvm::hasSingleElement(objects))
    return makeError(ErrorCode::E1600, "expects one `isa.object` in the module");
  return ImageBuilder().build(*objects.begin());
}
