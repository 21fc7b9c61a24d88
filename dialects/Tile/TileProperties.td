//===- TileProperties.td - Native properties of tile ops ------*- tablegen -*-===//
//
// Storage and text of the numbers that tile ops carry (Patterns.h).
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_DIALECTS_TILE_TILEPROPERTIES_TD
#define GLIA_DIALECTS_TILE_TILEPROPERTIES_TD

include "mlir/IR/Properties.td"

class Tile_StructProp<string type, string what> : Property<type, what> {
  let convertToAttribute = "return ::glia::tile::propertyToAttribute($_ctxt, $_storage);";
  let convertFromAttribute = [{
    if (::glia::tile::propertyFromAttribute($_attr, $_storage))
      return ::mlir::success();
    $_diag() << "expects }] # what # [{ as an array of integers";
    return ::mlir::failure();
  }];
  let hashProperty = "::glia::tile::hashProperty($_storage)";
  let parser = [{
    if (::glia::tile::parseProperty($_parser, $_storage))
      return ::mlir::failure();
  }];
  let printer = "::glia::tile::printProperty($_printer, $_storage)";
  let writeToMlirBytecode = "::glia::tile::writeProperty($_writer, $_storage);";
  let readFromMlirBytecode = [{
    if (::mlir::failed(::glia::tile::readProperty($_reader, $_storage)))
      return ::mlir::failure();
  }];
}

def Tile_AccessPattern : Tile_StructProp<"::glia::tile::AccessPattern", "an access pattern">;
def Tile_BufferPattern : Tile_StructProp<"::glia::tile::BufferPattern", "a buffer pattern">;
def Tile_ScalarSource : Tile_StructProp<"::glia::tile::ScalarSource", "a scalar source">;
def Tile_DmaIssueStorage : Tile_StructProp<"::glia::tile::DmaIssue", "a DMA issue"> {
  let optionalParser = "return ::glia::tile::parseProperty($_parser, $_storage);";
}
def Tile_DmaIssue : DefaultValuedProp<Tile_DmaIssueStorage, "::glia::tile::DmaIssue()">;

class Tile_EnumProp<string type, string what> : Property<type, what> {
  let convertToAttribute = "return ::mlir::StringAttr::get($_ctxt, ::glia::tile::keyword($_storage));";
  let convertFromAttribute = [{
    if (auto text = ::llvm::dyn_cast_or_null<::mlir::StringAttr>($_attr))
      if (auto value = ::glia::tile::parseKeyword(text.getValue(), }] # type # [{())) {
        $_storage = *value;
        return ::mlir::success();
      }
    $_diag() << "expects }] # what # [{";
    return ::mlir::failure();
  }];
  let hashProperty = "::llvm::hash_value(static_cast<unsigned>($_storage))";
  let parser = [{
    if (::glia::tile::parseEnum($_parser, $_storage))
      return ::mlir::failure();
  }];
  let printer = "$_printer << ::glia::tile::keyword($_storage)";
  let writeToMlirBytecode = "$_writer.writeVarInt(static_cast<uint64_t>($_storage));";
  let readFromMlirBytecode = [{
    uint64_t number;
    if (::mlir::failed($_reader.readVarInt(number)))
      return ::mlir::failure();
    $_storage = static_cast<}] # type # [{>(number);
    if (::glia::tile::keyword($_storage).empty())
      return ::mlir::failure();
  }];
}

def Tile_Engine : Tile_EnumProp<"::glia::isa::Engine", "an engine">;
def Tile_AluOp : Tile_EnumProp<"::glia::isa::AluOp", "an ALU operator">;
def Tile_ReduceOperator : Tile_EnumProp<"::glia::isa::ReduceOp", "a reduction operator">;
def Tile_ActivationFunction : Tile_EnumProp<"::glia::isa::ActivationFunction", "an activation function">;
def Tile_BufferKind : Tile_EnumProp<"::glia::tile::BufferKind", "a buffer kind">;

def Tile_SignedInteger : Property<"int64_t", "an integer"> {
  let parser = "if ($_parser.parseInteger($_storage)) return ::mlir::failure();";
  let optionalParser = "return $_parser.parseInteger($_storage);";
  let printer = "$_printer << $_storage";
  let writeToMlirBytecode = "$_writer.writeSignedVarInt($_storage);";
  let readFromMlirBytecode = [{
    if (::mlir::failed($_reader.readSignedVarInt($_storage)))
      return ::mlir::failure();
  }];
}
/// An integer of the back end; -1: not decided yet.
def Tile_Undecided : DefaultValuedProp<Tile_SignedInteger, "-1">;

#endif
