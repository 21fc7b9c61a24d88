//===- GraphDialect.td - The graph dialect, its types and enums -----------===//
//
// What every family file of the dialect stands on: the dialect record, the
// tensor types that its ops accept, the enums, and the base class of its ops.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_DIALECTS_GRAPH_GRAPHDIALECT
#define GLIA_DIALECTS_GRAPH_GRAPHDIALECT

include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"

def Graph_Dialect : Dialect {
  let name = "graph";
  let cppNamespace = "::glia::graph";
  let summary = "tensors and what is computed with them";
  let description = [{
    A closed set of operations on ranked static tensors with ONNX meaning after
    normalisation. It says what is computed and in which order sums are taken;
    it mentions neither memory nor engines. Importing makes phase `graph`;
    `sharded`, `cast` and `fused` refine it; then tiles are made.

    The entry is `func.func @main`; its arguments and results carry
    `graph.name`, the ONNX name; an argument with `graph.state` is a state, and
    the attribute names the result that is its next value. Constants are ids into a ConstantStore.
    Every op's location names its ONNX node (NodeLocation.h).
  }];
  let useDefaultAttributePrinterParser = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

// bool is i1, one byte in memory; uint8 is ui8; all other integers are signless
// with ONNX's signed meaning. f64 does not exist here.
defvar Graph_FloatTypes = [F32, F16, BF16];
// What the Tensor engine multiplies beside these. Phase `cast` makes them; they
// are only multiplied, moved and cast.
defvar Graph_ProductTypes = [TF32, F8E4M3, F8E5M2];
defvar Graph_IntegerTypes = [I32, I64, I8, UI8];

def Graph_AnyTensor : StaticShapeTensorOf<!listconcat(Graph_FloatTypes, Graph_ProductTypes, Graph_IntegerTypes, [I1])>;
def Graph_NumberTensor : StaticShapeTensorOf<!listconcat(Graph_FloatTypes, Graph_IntegerTypes)>;
def Graph_FloatTensor : StaticShapeTensorOf<Graph_FloatTypes>;
def Graph_ProductTensor : StaticShapeTensorOf<!listconcat(Graph_FloatTypes, Graph_ProductTypes)>;
def Graph_BoolTensor : StaticShapeTensorOf<[I1]>;
def Graph_IndexTensor : StaticShapeTensorOf<[I32, I64]>;

//===----------------------------------------------------------------------===//
// Enums
//===----------------------------------------------------------------------===//

class Graph_Enum<string name, string summary, list<string> cases>
    : I32Enum<name, summary, !foreach(i, !range(!size(cases)), I32EnumCase<cases[i], i>)> {
  let cppNamespace = "::glia::graph";
}

def Graph_ReduceKind : Graph_Enum<"ReduceKind", "how a reduction joins elements", ["sum", "max", "min", "mean"]>;
def Graph_WindowKind : Graph_Enum<"WindowKind", "how a window joins elements", ["max", "average"]>;
def Graph_FusionKind : Graph_Enum<"FusionKind", "the class of kernel that a fusion becomes",
    ["contract", "convolution", "elementwise", "row", "window", "gather", "reduce", "move", "scatter", "collective"]>;

def Graph_ReduceKindAttr : EnumAttr<Graph_Dialect, Graph_ReduceKind, "reduce_kind">;
def Graph_WindowKindAttr : EnumAttr<Graph_Dialect, Graph_WindowKind, "window_kind">;
def Graph_FusionKindAttr : EnumAttr<Graph_Dialect, Graph_FusionKind, "fusion_kind">;

//===----------------------------------------------------------------------===//
// Base class
//===----------------------------------------------------------------------===//

class Graph_Op<string mnemonic, list<Trait> traits = []> : Op<Graph_Dialect, mnemonic, traits>;

#endif
