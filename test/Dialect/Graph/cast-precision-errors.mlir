// RUN: not glia-opt %s --graph-cast-precision=mode=some 2>&1 | FileCheck %s --check-prefix=MODE
// RUN: not glia-opt %s --graph-cast-precision="mode=all type=f64" 2>&1 | FileCheck %s --check-prefix=TYPE
// MODE: error: mode expects `none`, `matmult` or `all`, got `some`
// TYPE: error: type expects `bf16`, `fp16`, `tf32`, `fp8_e4m3` or `fp8_e5m2`, got `f64`
module {
}
