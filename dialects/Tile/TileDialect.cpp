//===- TileDialect.cpp - The tile dialect ---------------------------------===//
//
// Registration, and the text and verification of its two types.
//
//===----------------------------------------------------------------------===//
#include "dialects/Tile/TileDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace glia::tile;

#include "dialects/Tile/TileDialect.cpp.inc"
#include "dialects/Tile/TileInterfaces.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "dialects/Tile/TileTypes.cpp.inc"

void TileDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "dialects/Tile/TileTypes.cpp.inc"
      >();
  registerOps();
}

glia::Grid glia::tile::gridOf(Operation *op) {
  for (; op; op = op->getParentOp())
    if (auto extents = op->getAttrOfType<DenseI64ArrayAttr>(gridAttribute))
      return Grid(extents.asArrayRef());
  return {};
}

LogicalResult TileDialect::verifyOperationAttribute(Operation *op,
                                                    NamedAttribute attribute) {
  if (attribute.getName() != gridAttribute)
    return success();
  auto extents = dyn_cast<DenseI64ArrayAttr>(attribute.getValue());
  if (!llvm::isa<ModuleOp>(op) || !extents ||
      !Grid::isGrid(extents.asArrayRef()))
    return op->emitOpError()
           << "expects `tile.grid` on the module, at least 1 core along each "
              "axis and at most "
           << mostGridCores << " in all, got " << attribute.getValue();
  return success();
}

std::optional<glia::ElementType> glia::tile::machineType(Type type) {
  if (type.isF32())
    return ElementType::f32;
  if (type.isBF16())
    return ElementType::bf16;
  if (type.isTF32())
    return ElementType::tf32;
  if (llvm::isa<Float8E4M3Type>(type))
    return ElementType::f8e4m3;
  if (llvm::isa<Float8E5M2Type>(type))
    return ElementType::f8e5m2;
  if (type.isF16())
    return ElementType::f16;
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer)
    return std::nullopt;
  switch (integer.getWidth()) {
  case 1:
    return ElementType::u8;
  case 8:
    return integer.isUnsigned() ? ElementType::u8 : ElementType::i8;
  case 16:
    return integer.isUnsigned() ? ElementType::u16 : ElementType::i16;
  case 32:
    return integer.isUnsigned() ? ElementType::u32 : ElementType::i32;
  case 64:
    return integer.isUnsigned() ? ElementType::u64 : ElementType::i64;
  default:
    return std::nullopt;
  }
}

unsigned glia::tile::elementBytes(Type type) {
  std::optional<ElementType> machine = machineType(type);
  return machine ? bitWidth(*machine) / 8 : 0;
}

//===----------------------------------------------------------------------===//
// !tile.tile
//===----------------------------------------------------------------------===//

uint64_t TileType::getBytesPerPartition() const {
  return uint64_t(getElements()) * elementBytes(getElementType());
}

Type TileType::parse(AsmParser &parser) {
  SmallVector<int64_t, 2> shape;
  Type element;
  StringRef space;
  SMLoc location = parser.getCurrentLocation();
  if (parser.parseLess() ||
      parser.parseDimensionList(shape, /*allowDynamic=*/false) ||
      parser.parseType(element) || parser.parseComma() ||
      parser.parseKeyword(&space) || parser.parseGreater())
    return {};
  if (shape.size() != 2 || (space != "sbuf" && space != "psum")) {
    parser.emitError(
        location,
        "expects a tile as partitions x elements x type, sbuf or psum");
    return {};
  }
  return getChecked([&] { return parser.emitError(location); },
                    parser.getContext(), shape[0], shape[1], element,
                    space == "psum");
}

void TileType::print(AsmPrinter &printer) const {
  printer << "<" << getPartitions() << "x" << getElements() << "x"
          << getElementType() << (getPsum() ? ", psum>" : ", sbuf>");
}

LogicalResult TileType::verify(function_ref<InFlightDiagnostic()> emitError,
                               unsigned partitions, unsigned elements,
                               Type elementType, bool psum) {
  unsigned bytes = elementBytes(elementType);
  if (!bytes || (llvm::isa<IntegerType>(elementType) &&
                 cast<IntegerType>(elementType).getWidth() == 1))
    return emitError() << "expects an element type of the machine (a boolean "
                          "is `ui8`), got "
                       << elementType << " (tile_c1)";
  if (partitions < 1 || partitions > 128)
    return emitError() << "expects 1 to 128 partitions, got " << partitions
                       << " (tile_c2)";
  if (elements < 1)
    return emitError()
           << "expects at least one element per partition (tile_c3)";
  if (psum && uint64_t(elements) * bytes > 2048)
    return emitError() << "expects a PSUM tile in one bank of 2048 bytes, got "
                       << uint64_t(elements) * bytes << " (tile_c4)";
  return success();
}

//===----------------------------------------------------------------------===//
// !tile.buffer
//===----------------------------------------------------------------------===//

int64_t BufferType::getNumElements() const {
  int64_t count = 1;
  for (int64_t extent : getShape())
    count *= extent;
  return count;
}

uint64_t BufferType::getBytes() const {
  return getNumElements() * elementBytes(getElementType());
}

Type BufferType::parse(AsmParser &parser) {
  SmallVector<int64_t, 6> shape;
  Type element;
  SMLoc location = parser.getCurrentLocation();
  if (parser.parseLess() ||
      parser.parseDimensionList(shape, /*allowDynamic=*/false) ||
      parser.parseType(element) || parser.parseGreater())
    return {};
  return getChecked([&] { return parser.emitError(location); },
                    parser.getContext(), shape, element);
}

void BufferType::print(AsmPrinter &printer) const {
  printer << "<";
  for (int64_t extent : getShape())
    printer << extent << "x";
  printer << getElementType() << ">";
}

LogicalResult BufferType::verify(function_ref<InFlightDiagnostic()> emitError,
                                 ArrayRef<int64_t> shape, Type elementType) {
  if (!elementBytes(elementType))
    return emitError() << "expects an element type of the machine, got "
                       << elementType << " (buffer_c1)";
  int64_t count = 1;
  for (int64_t extent : shape)
    if (extent < 0 || llvm::MulOverflow(count, extent, count) ||
        count > (int64_t(1) << 40))
      return emitError() << "expects at most 2^40 elements (buffer_c2)";
  return success();
}
