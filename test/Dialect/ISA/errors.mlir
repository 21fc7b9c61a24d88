// RUN: glia-opt %s --split-input-file --verify-diagnostics

isa.object target "trn2" producer "" hbm_bytes 0 cores [0] {
  isa.program {
    isa.stream "vector" {
      // expected-error @below {{destination: expects 96 partitions to start at 0, got 32 (start_partition)}}
      isa.memset vector "sbuf.f32[32+96, 0](4:1), value=0"
    }
  }
}

// -----

isa.object target "trn2" producer "" hbm_bytes 0 cores [0] {
  isa.program {
    isa.stream "vector" {
      // expected-error @below {{is of engine sync, in the stream of vector}}
      isa.halt sync
    }
  }
}

// -----

// expected-error @below {{`queue`: expects at most 15, got 16}}
isa.dma_move sync "sbuf.f32[0+1, 0](1:1), sbuf.f32[0+1, 0](1:1), queue=16"

// -----

// expected-error @below {{has no field `speed`}}
// expected-error @below {{invalid value for property fields}}
isa.memset vector "sbuf.f32[0+1, 0](1:1), speed=3"

// -----

// expected-error @below {{has no target `trn9`}}
isa.object target "trn9" producer "" hbm_bytes 0 cores [] {
}

// -----

// expected-error @below {{expects `cores` below 0, got 0}}
isa.object target "trn2" producer "" hbm_bytes 0 cores [0] {
}

// -----

isa.object target "trn2" producer "" hbm_bytes 0 cores [0] {
  isa.program {
    isa.stream "vector" {
    }
    // expected-error @below {{expects streams once each, in the order tensor, vector, scalar, gpsimd, sync}}
    isa.stream "tensor" {
    }
  }
}

// -----

isa.object target "trn2" producer "" hbm_bytes 0 cores [] {
  // expected-error @below {{expects `kind` input, output or state, got `temporary`}}
  isa.binding "x" kind "temporary" type "f32" shape [] at 0 bytes 4
}

// -----

isa.object target "trn2" producer "" hbm_bytes 0 cores [] {
  // expected-error @below {{has no element type `f31`}}
  isa.binding "x" kind "input" type "f31" shape [] at 0 bytes 4
}

// -----

isa.object target "trn2" producer "" hbm_bytes 0 cores [] {
  // expected-error @below {{expects a program below 0, got 0}}
  isa.entry "main" program 0 pc [0, 0, 0, 0, 0]
}
