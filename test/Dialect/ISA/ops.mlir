// RUN: glia-opt %s | glia-opt | FileCheck %s
// RUN: glia-opt %s --mlir-print-op-generic | glia-opt | FileCheck %s
// RUN: glia-opt %s --emit-bytecode -o %t.mlirbc && glia-opt %t.mlirbc | FileCheck %s

// CHECK: isa.object target "trn2" producer "glia test" hbm_bytes 8192 cores [0] {
isa.object target "trn2" producer "glia test" hbm_bytes 8192 cores [0] {
  // CHECK-NEXT: isa.binding "x" kind "input" type "f32" shape [1, 4] at 0 bytes 16
  isa.binding "x" kind "input" type "f32" shape [1, 4] at 0 bytes 16
  // CHECK-NEXT: isa.constant "w" id 3 at 4096 bytes 64
  isa.constant "w" id 3 at 4096 bytes 64
  isa.program {
    isa.stream "tensor" {
      // CHECK: isa.load_stationary tensor "sbuf.f32[0+128, 0x0](64:1)"
      isa.load_stationary tensor "sbuf.f32[0+128, 0x0](64:1)"
      // CHECK-NEXT: isa.multiply_moving tensor "psum.f32[0+64, 0x0](512:1), sbuf.f32[0+128, 0x400](512:1), accumulate=true"
      isa.multiply_moving tensor "psum.f32[0+64, 0x0](512:1), sbuf.f32[0+128, 0x400](512:1), accumulate=true"
    }
    isa.stream "vector" {
      // CHECK: isa.tensor_scalar vector "sbuf.bf16[32+16, 0x40](4:8, 8:1), psum.f32[0+16, 0x0](32:1), #1.5, ptr.f32[0, 0x80], op0=multiply, op1=add, reverse1=true, saturate=true, stochastic=(stream 7 + r3, index 0x10 + a1, strides 1 2 3 4 5, ordinal 0)"
      isa.tensor_scalar vector "sbuf.bf16[32+16, 64](4:8, 8:1), psum.f32[0+16, 0](32:1), #1.5, ptr.f32[0, 128], op0=multiply, op1=add, reverse1=true, stochastic=(stream 7 + r3, index 16 + a1, strides 1 2 3 4 5, ordinal 0), saturate=true"
    }
    isa.stream "sync" {
      // CHECK: isa.dma_load sync "sbuf.f32[0+4, 0x0](1:1), hbm.f32[a0+0x0](4:4), queue=2, signalBase=s10, signalMask=2"
      isa.dma_load sync "sbuf.f32[0+4, 0x0](1:1), hbm.f32[a0+0x0](4:4), queue=2, signalBase=s10, signalMask=2"
      // CHECK-NEXT: isa.halt sync{{$}}
      isa.halt sync
    }
  }
  // CHECK: isa.entry "main" program 0 pc [0, 0, 0, 0, 0]
  isa.entry "main" program 0 pc [0, 0, 0, 0, 0]
  // CHECK-NEXT: isa.entry "long" program 0 pc [0, 0, 0, 0, 0] dims ["sequence"] [128]
  isa.entry "long" program 0 pc [0, 0, 0, 0, 0] dims ["sequence"] [128]
}
