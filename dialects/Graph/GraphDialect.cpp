//===- GraphDialect.cpp - The graph dialect -------------------------------===//
//
// Registration, the checks of the dialect's own attributes, and the mapping
// of element types.
//
//===----------------------------------------------------------------------===//
#include "dialects/Graph/GraphDialect.h"
#include "dialects/Graph/GraphOps.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace glia;
using namespace glia::graph;

#include "dialects/Graph/GraphDialect.cpp.inc"
#include "dialects/Graph/GraphEnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "dialects/Graph/GraphAttributes.cpp.inc"

void GraphDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/Graph/GraphAttributes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialects/Graph/GraphOps.cpp.inc"
      >();
}

/// Of arguments and results; the verifier of phases compares it with the grid.
static LogicalResult verifySplit(Operation *op, Attribute value) {
  if (llvm::isa<DenseI64ArrayAttr>(value))
    return success();
  return op->emitOpError() << "expects an array of axes for `graph.split`, got "
                           << value;
}

static LogicalResult verifyName(Operation *op, NamedAttribute attribute,
                                bool mayBeState) {
  StringRef name = attribute.getName().getValue();
  if (name == splitAttribute)
    return verifySplit(op, attribute.getValue());
  if (name != nameAttribute && !(mayBeState && name == stateAttribute))
    return op->emitOpError()
           << "has the attribute `" << name
           << "`, expects only `graph.name` and `graph.split` on arguments and "
              "results, and `graph.state` on arguments";
  if (!llvm::isa<StringAttr>(attribute.getValue()))
    return op->emitOpError() << "expects a string for `" << name << "`, got "
                             << attribute.getValue();
  return success();
}

LogicalResult GraphDialect::verifyRegionArgAttribute(Operation *op, unsigned,
                                                     unsigned,
                                                     NamedAttribute attribute) {
  return verifyName(op, attribute, /*mayBeState=*/true);
}

LogicalResult
GraphDialect::verifyRegionResultAttribute(Operation *op, unsigned, unsigned,
                                          NamedAttribute attribute) {
  return verifyName(op, attribute, /*mayBeState=*/false);
}

std::optional<ElementType> glia::graph::toElementType(Type type) {
  if (type.isF32())
    return ElementType::f32;
  if (type.isF16())
    return ElementType::f16;
  if (type.isBF16())
    return ElementType::bf16;
  if (type.isTF32())
    return ElementType::tf32;
  if (llvm::isa<Float8E4M3Type>(type))
    return ElementType::f8e4m3;
  if (llvm::isa<Float8E5M2Type>(type))
    return ElementType::f8e5m2;
  if (type.isSignlessInteger(32))
    return ElementType::i32;
  if (type.isSignlessInteger(64))
    return ElementType::i64;
  if (type.isSignlessInteger(8))
    return ElementType::i8;
  if (type.isUnsignedInteger(8))
    return ElementType::u8;
  if (type.isSignlessInteger(1))
    return ElementType::boolean;
  return std::nullopt;
}

Type glia::graph::fromElementType(MLIRContext *context, ElementType type) {
  switch (type) {
  case ElementType::f32:
    return Float32Type::get(context);
  case ElementType::f16:
    return Float16Type::get(context);
  case ElementType::bf16:
    return BFloat16Type::get(context);
  case ElementType::tf32:
    return FloatTF32Type::get(context);
  case ElementType::f8e4m3:
    return Float8E4M3Type::get(context);
  case ElementType::f8e5m2:
    return Float8E5M2Type::get(context);
  case ElementType::i32:
    return IntegerType::get(context, 32);
  case ElementType::i64:
    return IntegerType::get(context, 64);
  case ElementType::i8:
    return IntegerType::get(context, 8);
  case ElementType::u8:
    return IntegerType::get(context, 8, IntegerType::Unsigned);
  case ElementType::boolean:
    return IntegerType::get(context, 1);
  default:
    return {};
  }
}
