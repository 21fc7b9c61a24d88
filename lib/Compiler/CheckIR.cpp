//===- CheckIR.cpp - IR that others may have written ----------------------===//
//
// See CheckIR.h.
//
//===----------------------------------------------------------------------===//
#include "CheckIR.h"
#include "dialects/Graph/GraphOps.h"
#include "dialects/Tile/TileDialect.h"
#include "glia/Support/Error.h"
#include "llvm/ADT/StringExtras.h"

using namespace glia;
using namespace mlir;

/// The text behind a string literal or a comment that it begins with; itself
/// when it begins with neither.
static StringRef skipLiteral(StringRef text) {
  if (text.starts_with("//"))
    return text.drop_until([](char c) { return c == '\n'; });
  if (!text.starts_with("\""))
    return text;
  for (size_t at = 1; at < text.size(); ++at)
    if (text[at] == '\\')
      ++at;
    else if (text[at] == '"')
      return text.drop_front(at + 1);
  return "";
}

/// `array<index: ...>` makes MLIR 22 ask an index for its width.
llvm::Error glia::checkText(StringRef text) {
  size_t whole = text.size();
  StringRef all = text;
  while (!text.empty()) {
    if (StringRef rest = skipLiteral(text); rest.size() != text.size()) {
      text = rest;
      continue;
    }
    StringRef rest = text;
    if (!rest.consume_front("array")) {
      text = text.drop_front();
      continue;
    }
    text = rest;
    rest = rest.ltrim();
    if (!rest.consume_front("<") || !rest.ltrim().starts_with("index"))
      continue;
    size_t line = 1 + all.take_front(whole - text.size()).count('\n');
    return makeError(ErrorCode::E0600, "line " + Twine(line) +
                                           ": expects no array of index, use "
                                           "i64");
  }
  return llvm::Error::success();
}

static llvm::Error wrongConstant(Operation *op, int64_t id,
                                 const llvm::Twine &why) {
  return makeError(std::move(
      GliaError(ErrorCode::E1601,
                ("the IR names constant " + llvm::Twine(id) + ", " + why).str())
          .with("op", op->getName().getStringRef().str())));
}

static llvm::Error checkConstant(Operation *op, int64_t id,
                                 const ConstantStore &constants) {
  if (id < 0 || id >= int64_t(constants.size()))
    return wrongConstant(op, id,
                         "the model has " + llvm::Twine(constants.size()));
  if (auto constant = dyn_cast<graph::ConstantOp>(op)) {
    auto type = cast<RankedTensorType>(constant.getType());
    if (graph::toElementType(type.getElementType()) != constants.type(id) ||
        type.getShape() != ArrayRef<int64_t>(constants.shape(id)))
      return wrongConstant(op, id, "which has another type or shape");
  }
  if (auto buffer = dyn_cast<tile::BufferOp>(op)) {
    auto type = cast<tile::BufferType>(buffer.getType());
    if (uint64_t(type.getNumElements()) *
            tile::elementBytes(type.getElementType()) !=
        constants.bytes(id))
      return wrongConstant(op, id, "which has another size");
  }
  return llvm::Error::success();
}

llvm::Error glia::checkConstants(ModuleOp module,
                                 const ConstantStore &constants) {
  llvm::Error result = llvm::Error::success();
  (void)bool(result); // looked at
  module.walk([&](Operation *op) {
    if (auto constant = dyn_cast<graph::ConstantOp>(op))
      result = checkConstant(op, constant.getId(), constants);
    else if (auto buffer = dyn_cast<tile::BufferOp>(op);
             buffer && buffer.getKind() == tile::BufferKind::constant)
      result = checkConstant(op, buffer.getConstantId(), constants);
    return result ? WalkResult::interrupt() : WalkResult::advance();
  });
  return result;
}
