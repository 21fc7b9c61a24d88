//===- TileInterfaces.td - EngineOpInterface ------------------*- tablegen -*-===//
//
// The one description of what a tile op does to memory: scheduler, allocator,
// synchronisation and verifiers read it, none of them switches on op names.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_DIALECTS_TILE_TILEINTERFACES_TD
#define GLIA_DIALECTS_TILE_TILEINTERFACES_TD

include "mlir/IR/OpBase.td"

def Tile_EngineOpInterface : OpInterface<"EngineOpInterface"> {
  let description = "An op that an engine's stream issues: its engine, its reads and writes with patterns, and its version chain.";
  let cppNamespace = "::glia::tile";
  let methods = [
    InterfaceMethod<"The stream that issues the op.", "::glia::isa::Engine", "getEngine", (ins), "return $_op.getEngine();">,
    InterfaceMethod<"Moves the op to another stream.", "void", "setEngine", (ins "::glia::isa::Engine":$engine),
                    "$_op.setEngine(engine);">,
    InterfaceMethod<"Calls `visit` for each operand that is read, then for what is written.", "void", "forEachAccess",
                    (ins "::llvm::function_ref<void(const ::glia::tile::Access &)>":$visit)>,
    InterfaceMethod<"The version of the tile that this op replaces, or null.", "::mlir::Value", "getPreviousVersion", (ins), [{
      if constexpr (requires { $_op.getInto(); })
        return $_op.getInto();
      return {};
    }]>,
    InterfaceMethod<"The tile that this op makes or makes a new version of, or null.", "::mlir::Value", "getTileResult", (ins), [{
      return $_op->getNumResults() ? ::mlir::Value($_op->getResult(0)) : ::mlir::Value();
    }]>,
    InterfaceMethod<"Byte offset in the partition of the chain that starts here, -1 before allocation.", "int64_t", "getTileAddress",
                    (ins), [{
      if constexpr (requires { $_op.getAddress(); })
        return $_op.getAddress();
      return -1;
    }]>,
    InterfaceMethod<"Sets the address of the chain that starts here.", "void", "setTileAddress", (ins "int64_t":$address), [{
      if constexpr (requires { $_op.getAddress(); })
        $_op.setAddress(address);
    }]>,
    InterfaceMethod<"How the DMA is issued, or null if the op is no DMA.", "::glia::tile::DmaIssue *", "getDmaIssue", (ins), [{
      if constexpr (requires { $_op.getIssue(); })
        return &$_op.getProperties().issue;
      return nullptr;
    }]>,
    InterfaceMethod<"The set of replica groups whose cores do this together, -1 for what a core does alone.", "int64_t",
                    "getReplicaGroups", (ins), [{
      if constexpr (requires { $_op.getGroup(); })
        return $_op.getGroup();
      return -1;
    }]>,
  ];
}

#endif
