//===- Passes.td - Passes inside the graph dialect ------------------------===//
//
// From phase `graph` to phase `fused`. No pass but graph-cast-precision changes a
// result's bits.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_DIALECTS_GRAPH_PASSES
#define GLIA_DIALECTS_GRAPH_PASSES

include "mlir/Pass/PassBase.td"

def SimplifyPass : Pass<"graph-simplify", "::mlir::ModuleOp"> {
  let summary = "canonical form that keeps every bit";
  let description = [{
    Drops ops that change nothing (reshape, transpose, broadcast, slice, pad,
    cast and concat that give their operand back), merges chains of reshapes and
    of transposes, turns a transpose that only moves dimensions of size 1 into a
    reshape, drops a broadcast before an op that broadcasts by itself, moves
    elementwise ops above the movement of their one operand, lets contract take
    an operand turned where its rows then move whole, records
    transposes, reshapes, slices and casts of constants in the ConstantStore,
    merges equal ops, and removes dead ones. Runs in phase `graph` at every -O.
    In the end each result of a function has memory of its own: one that is an
    argument, a constant or another result, reshaped or not, is copied by a
    broadcast to its own shape.

    ```mlir
    %w = graph.constant 0 : tensor<64x300xf32>
    %0 = graph.transpose %w permutation = [1, 0] : (tensor<64x300xf32>) -> tensor<300x64xf32>
    %1 = graph.reshape %x : (tensor<2x6x300xf32>) -> tensor<12x300xf32>
    %2 = graph.reshape %1 : (tensor<12x300xf32>) -> tensor<12x300xf32>
    ```
    becomes
    ```mlir
    %0 = graph.constant 1 : tensor<300x64xf32>
    %1 = graph.reshape %x : (tensor<2x6x300xf32>) -> tensor<12x300xf32>
    ```
    Without a store (glia-opt) constants are opaque and keep their users.
  }];
  let constructor = "::glia::graph::createGraphSimplifyPass()";
  let statistics = [
    Statistic<"numConstantsDerived", "constants-derived", "Ops on constants recorded in the store">,
    Statistic<"numOpsMerged", "ops-merged", "Ops merged by common subexpression elimination">,
    Statistic<"numOpsErased", "ops-erased", "Ops fewer than before">,
  ];
}

def ShardPass : Pass<"graph-shard", "::mlir::ModuleOp"> {
  let summary = "split the model over the cores of a grid";
  let description = [{
    Makes phase `sharded`: the function becomes what each of `data-parallel` x
    `tensor-parallel` cores runs, and its values the parts that a core has.

    The batch, the first dimension of the inputs, is split along the data axis;
    the columns of products with a constant along the tensor axis. Parts go from
    op to op by IndexingOpInterface; a product over a split dimension gives
    partial sums, added at once by an all_reduce; results of the function stay
    split. What cannot go on in parts is gathered. Products whose columns would
    end in a gather stay whole. With `sequence-parallel` partial sums are scattered
    over rows instead (reduce_scatter), what follows works on a core's rows, and
    they are gathered for the next columns.

    Columns that do not divide, or come in units that do not (12 heads of 64
    columns over 8 cores), are padded by zeros at the end, in the program of the
    constant, where what the padding gives meets rows of zeros before it could
    reach a result; elsewhere the product stays whole. `strict-sharding` makes
    them an error.

    ```mlir
    func.func @main(%x: tensor<4x8xf32> {graph.name = "x"}) -> (tensor<4x8xf32> {graph.name = "y"}) {
      %v = graph.constant 0 : tensor<8x32xf32>
      %w = graph.constant 1 : tensor<32x8xf32>
      %0 = graph.contract %x, %v k_cut = 128 : (tensor<4x8xf32>, tensor<8x32xf32>) -> tensor<4x32xf32>
      %1 = graph.contract %0, %w k_cut = 128 : (tensor<4x32xf32>, tensor<32x8xf32>) -> tensor<4x8xf32>
      return %1 : tensor<4x8xf32>
    }
    ```
    becomes, with `tensor-parallel=2`, constants 2 and 3 being parts of 0 and 1,
    ```mlir
    module attributes {graph.grid = array<i64: 1, 2>} {
      func.func @main(%x: tensor<4x8xf32> {graph.name = "x"}) -> (tensor<4x8xf32> {graph.name = "y"}) {
        %v = graph.constant 2 : tensor<8x16xf32>
        %0 = graph.contract %x, %v k_cut = 128 : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
        %w = graph.constant 3 : tensor<16x8xf32>
        %1 = graph.contract %0, %w k_cut = 128 : (tensor<4x16xf32>, tensor<16x8xf32>) -> tensor<4x8xf32>
        %2 = graph.all_reduce %1 axis = 1 : (tensor<4x8xf32>) -> tensor<4x8xf32>
        return %2 : tensor<4x8xf32>
      }
    }
    ```
    With one core the IR passes through as it is.
  }];
  let constructor = "::glia::graph::createGraphShardPass({})";
  let options = [
    Option<"dataParallel", "data-parallel", "int64_t", "1", "Cores that share one batch">,
    Option<"sequenceParallel", "sequence-parallel", "bool", "false", "Split what lies between a layer's products by tokens, too">,
    Option<"tensorParallel", "tensor-parallel", "int64_t", "1", "Cores that share one model's tensors">,
    Option<"strictSharding", "strict-sharding", "bool", "false", "Refuse columns that have to be padded">,
  ];
  let statistics = [
    Statistic<"numRefused", "products-whole", "Products whose columns divide and stay whole">,
    Statistic<"numUneven", "products-padded", "Products whose columns are padded">,
  ];
}

def CastPrecisionPass : Pass<"graph-cast-precision", "::mlir::ModuleOp"> {
  let summary = "place the casts that round";
  let description = [{
    Makes phase `cast`: after it no pass adds or removes a rounding. With mode
    `none` there is nothing to place and the IR passes through as it is.

    `matmult`: products on the Tensor engine (PrecisionOpInterface) take their
    operands in `type`. An activation is cast once, before ops that only move it
    for products; a constant is cast in the store. `all`: besides, what these
    products and elementwise ops make rounds to `type`; ops that move elements
    move them narrow. Softmax, norms, reductions and pooling take and give fp32;
    so do the function's inputs and outputs, and sums of partial products.

    Casts that round carry `graph.number`, their place in the order of the ops,
    and `graph.why`: `operand` of a product, or `result` of an op.

    ```mlir
    %w = graph.constant 0 : tensor<8x2xf32>
    %0 = graph.contract %x, %w k_cut = 128 : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
    ```
    becomes, with `mode=matmult`, constant 1 being 0 in bf16,
    ```mlir
    %w = graph.constant 1 : tensor<8x2xbf16>
    %0 = graph.cast %x {graph.number = 0 : i64, graph.why = "operand"} : (tensor<4x8xf32>) -> tensor<4x8xbf16>
    %1 = graph.contract %0, %w k_cut = 128 : (tensor<4x8xbf16>, tensor<8x2xbf16>) -> tensor<4x2xf32>
    ```
  }];
  let constructor = "::glia::graph::createGraphCastPrecisionPass({})";
  let options = [
    Option<"mode", "mode", "std::string", "\"none\"", "none, matmult or all">,
    Option<"type", "type", "std::string", "\"bf16\"", "bf16, fp16, tf32, fp8_e4m3 or fp8_e5m2">,
    ListOption<"overrides", "overrides", "std::string", "KEY=TYPE: what a node, by name or index path, or an operator is narrowed to; fp32: not">,
    Option<"strict", "strict", "bool", "false", "Refuse each cast that rounds">,
  ];
  let statistics = [
    Statistic<"numCasts", "casts", "Casts placed that round activations">,
    Statistic<"numConstants", "constants", "Constants cast in the store">,
  ];
}

def FormFusionsPass : Pass<"graph-form-fusions", "::mlir::ModuleOp"> {
  let summary = "group ops into kernels";
  let description = [{
    Makes phase `fused` at -O2. A group is a root with the elementwise ops after
    it that have the root's result shape, or elementwise ops of one shape alone;
    a value that is used outside its group is one of its results. An elementwise
    op joins the group of the operand that is computed last, so that groups
    never depend on each other in a circle, and draws single-use elementwise
    producers in. Roots that move elements stay alone; reshapes and constants
    stay outside.

    ```mlir
    %0 = graph.contract %x, %w k_cut = 128 : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
    %1 = graph.add %0, %b : (tensor<4x2xf32>, tensor<2xf32>) -> tensor<4x2xf32>
    ```
    becomes
    ```mlir
    %0 = graph.fusion contract(%x, %w, %b) {
    ^bb0(%1: tensor<4x8xf32>, %2: tensor<8x2xf32>, %3: tensor<2xf32>):
      %4 = graph.contract %1, %2 k_cut = 128 : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
      %5 = graph.add %4, %3 : (tensor<4x2xf32>, tensor<2xf32>) -> tensor<4x2xf32>
      graph.yield %5 : tensor<4x2xf32>
    } : (tensor<4x8xf32>, tensor<8x2xf32>, tensor<2xf32>) -> tensor<4x2xf32>
    ```
  }];
  let constructor = "::glia::graph::createGraphFormFusionsPass()";
  let options = [
    Option<"maxOps", "max-ops", "unsigned", /*default=*/"16", "The most ops of one group">,
  ];
  let statistics = [
    Statistic<"numFusions", "fusions", "Groups made">,
    Statistic<"numOpsFused", "ops-fused", "Ops that joined another one's group">,
  ];
}

def FormSingleFusionsPass : Pass<"graph-form-single-fusions", "::mlir::ModuleOp"> {
  let summary = "make each op a kernel of its own";
  let description = [{
    Makes phase `fused` at -O0: each computing op becomes a `graph.fusion` of
    one op. Reshapes and constants stay outside.
  }];
  let constructor = "::glia::graph::createGraphFormSingleFusionsPass()";
  let statistics = [Statistic<"numFusions", "fusions", "Groups made">];
}

def VerifyPhasePass : Pass<"graph-verify-phase", "::mlir::ModuleOp"> {
  let summary = "check that only ops of a phase are left";
  let description = [{
    Phases `graph`, `sharded` and `cast` have every graph op but fusion and
    yield; phase `fused` has constants, reshapes and fusions. The entry is a
    function `main` of one block that names all its arguments and results.
    Stands at the border of each phase; changes nothing.
  }];
  let constructor = "::glia::graph::createGraphVerifyPhasePass()";
  let options = [
    Option<"phase", "phase", "std::string", /*default=*/"\"graph\"", "graph, sharded, cast or fused">,
  ];
}

#endif
