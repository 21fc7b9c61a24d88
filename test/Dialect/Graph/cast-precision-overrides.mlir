// A node by its name or its index path, before its operator, before all; fp32 is one of the types.
// RUN: glia-opt %s --graph-cast-precision="mode=all overrides=MatMul=fp16,first=fp8_e4m3,3=fp32,Relu=fp32" | FileCheck %s
// RUN: glia-opt %s --graph-cast-precision="overrides=first=tf32" | FileCheck %s --check-prefix=ONE
// RUN: not glia-opt %s --graph-cast-precision="mode=matmult overrides=MatMul=fp32,Relu=fp16,fist=fp16" 2>&1 | FileCheck %s --check-prefix=UNUSED

// CHECK: %[[X8:.*]] = graph.cast %arg0 {{.*}} -> tensor<4x4xf8E4M3>
// CHECK-DAG: %[[V:.*]] = graph.constant {{.*}} : tensor<4x4xf8E4M3>
// CHECK: %[[P:.*]] = graph.contract %[[X8]], %[[V]]
// CHECK: %[[PN:.*]] = graph.cast %[[P]] {{.*}} -> tensor<4x4xf8E4M3>
// CHECK: %[[PW:.*]] = graph.cast %[[PN]] : (tensor<4x4xf8E4M3>) -> tensor<4x4xf32>
// CHECK: %[[R:.*]] = graph.relu %[[PW]]
// CHECK-NEXT: %[[RN:.*]] = graph.cast %[[R]] {{.*}}graph.why = "operand"{{.*}} -> tensor<4x4xf16>
// CHECK: graph.contract %[[RN]], %{{.*}} : (tensor<4x4xf16>, tensor<4x4xf16>)
// CHECK: graph.contract %{{.*}}, %{{.*}} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
// CHECK-NEXT: return
// ONE: graph.contract {{.*}} : (tensor<4x4xtf32>, tensor<4x4xtf32>) -> tensor<4x4xf32>
// ONE-NOT: graph.cast
// UNUSED-NOT: got `MatMul`
// UNUSED: error: GLIA-E1800: `--auto-cast-override` expects the name or the index path of a node that may be cast, or its operator, got `Relu`
// UNUSED: error: GLIA-E1800: {{.*}} got `fist`
func.func @main(%x: tensor<4x4xf32> {graph.name = "x"}) -> (tensor<4x4xf32> {graph.name = "y"}) {
  %w = graph.constant 0 : tensor<4x4xf32>
  %0 = graph.contract %x, %w k_cut = 128 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32> loc("0|MatMul|first")
  %1 = graph.relu %0 : (tensor<4x4xf32>) -> tensor<4x4xf32> loc("1|Relu|act")
  %2 = graph.contract %1, %w k_cut = 128 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32> loc("2|MatMul|second")
  %3 = graph.contract %2, %w k_cut = 128 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32> loc("3|MatMul|third")
  return %3 : tensor<4x4xf32>
}
