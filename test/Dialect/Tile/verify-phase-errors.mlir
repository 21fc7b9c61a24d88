// RUN: split-file %s %t
// RUN: glia-opt --tile-verify-phase=phase=tiled --split-input-file --verify-diagnostics %t/tiled.mlir
// RUN: glia-opt --tile-verify-phase=phase=scheduled --split-input-file --verify-diagnostics %t/scheduled.mlir
// RUN: glia-opt --tile-verify-phase=phase=allocated --split-input-file --verify-diagnostics %t/allocated.mlir
// RUN: glia-opt --tile-verify-phase=phase=synchronised --split-input-file --verify-diagnostics %t/synchronised.mlir
// RUN: not glia-opt --tile-verify-phase=phase=pickled %t/unknown.mlir 2>&1 | FileCheck %t/unknown.mlir

//--- unknown.mlir
// CHECK: cannot be verified: unknown phase `pickled`
func.func @main() {
  return
}

//--- tiled.mlir
func.func @address() {
  // expected-error @+1 {{expects no address before phase allocated (phase_c2)}}
  %x = tile.buffer input "x" at 0 : !tile.buffer<4xf32>
  return
}

// -----

func.func @tile_address() {
  // expected-error @+1 {{expects no address before phase allocated (phase_c5)}}
  %a = tile.memset 0 -> [0:32, 0, 32*1] at 0 on vector : () -> !tile.tile<32x32xf32, sbuf>
  return
}

// -----

func.func @queue() {
  %x = tile.buffer input "x" : !tile.buffer<4xf32>
  // expected-error @+1 {{expects no queue before phase scheduled (phase_c8)}}
  %a = tile.load %x [0, 4*4] -> [0:1, 0, 4*1] on sync issue queue 0 : (!tile.buffer<4xf32>) -> !tile.tile<1x4xf32, sbuf>
  return
}

// -----

func.func @written_input() {
  %x = tile.buffer input "x" : !tile.buffer<32x32xf32>
  %a = tile.memset 0 -> [0:32, 0, 32*1] on vector : () -> !tile.tile<32x32xf32, sbuf>
  // expected-error @+1 {{expects inputs and constants to be read only (phase_c7)}}
  tile.store %a [0:32, 0, 32*1] -> %x [0, 32*128, 32*4] on sync : (!tile.tile<32x32xf32, sbuf>, !tile.buffer<32x32xf32>) -> ()
  return
}

// -----

func.func @semaphore() {
  // expected-error @+1 {{expects no semaphores before phase synchronised (phase_c11)}}
  tile.wait semaphore 1 for 1 on vector
  return
}

//--- scheduled.mlir
func.func @no_queue() {
  %x = tile.buffer input "x" : !tile.buffer<4xf32>
  // expected-error @+1 {{expects a queue in 0..15, got -1 (phase_c9)}}
  %a = tile.load %x [0, 4*4] -> [0:1, 0, 4*1] on sync : (!tile.buffer<4xf32>) -> !tile.tile<1x4xf32, sbuf>
  return
}

// -----

func.func @shared_queue() {
  %x = tile.buffer input "x" : !tile.buffer<4xf32>
  %a = tile.load %x [0, 4*4] -> [0:1, 0, 4*1] on sync issue queue 0 : (!tile.buffer<4xf32>) -> !tile.tile<1x4xf32, sbuf>
  // expected-error @+1 {{expects queue 0 to belong to one stream, sync (phase_c10)}}
  %b = tile.load %x [0, 4*4] -> [0:1, 0, 4*1] on scalar issue queue 0 : (!tile.buffer<4xf32>) -> !tile.tile<1x4xf32, sbuf>
  return
}

//--- allocated.mlir
func.func @no_buffer_address() {
  // expected-error @+1 {{expects an address inside HBM of 12884901888 bytes, got -1 (phase_c3)}}
  %x = tile.buffer input "x" : !tile.buffer<4xf32>
  return
}

// -----

func.func @unaligned_input() {
  // expected-error @+1 {{expects a multiple of 4096, got 64 (phase_c4)}}
  %x = tile.buffer input "x" at 64 : !tile.buffer<4xf32>
  return
}

// -----

func.func @beyond_sbuf() {
  // expected-error @+1 {{expects 128 bytes at a multiple of 64 inside 212984 bytes, got 212928 (phase_c6)}}
  %a = tile.memset 0 -> [0:32, 0, 32*1] at 212928 on vector : () -> !tile.tile<32x32xf32, sbuf>
  return
}

//--- synchronised.mlir
func.func @not_cleared() {
  // expected-error @+1 {{expects every semaphore to end at 0, but 8 ends at 1 (phase_c1)}}
  tile.signal semaphore 8 by 1 on vector
  return
}

// -----

func.func @too_much() {
  tile.signal semaphore 8 by 1 on vector
  // expected-error @+1 {{waits for 2, but only 1 is added before it (phase_c12)}}
  tile.wait semaphore 8 for 2 on gpsimd
  tile.signal semaphore 8 by -1 on gpsimd
  return
}
