// Each phase can be left and entered as text or bytecode: the same program in the end.
// RUN: glia-opt --tile-schedule --tile-allocate --tile-synchronise --tile-to-isa %s -o %t.whole
// RUN: glia-opt --tile-schedule %s | glia-opt --tile-allocate | glia-opt --tile-synchronise | glia-opt --tile-to-isa -o %t.parts
// RUN: diff %t.whole %t.parts
// RUN: glia-opt --tile-schedule %s --emit-bytecode | glia-opt --tile-allocate --emit-bytecode | glia-opt --tile-synchronise --emit-bytecode | glia-opt --tile-to-isa -o %t.bytecode
// RUN: diff %t.whole %t.bytecode
// RUN: glia-opt --tile-schedule=straight --tile-allocate --tile-synchronise --tile-to-isa %s -o %t.whole
// RUN: glia-opt --tile-schedule=straight %s | glia-opt --tile-allocate | glia-opt --tile-synchronise | glia-opt --tile-to-isa -o %t.parts
// RUN: diff %t.whole %t.parts
func.func @main() {
  %x = tile.buffer input "x" : !tile.buffer<64x64xf32>
  %y = tile.buffer output "y" : !tile.buffer<64x64xf32>
  %s = tile.buffer scratch "" : !tile.buffer<64x64xf32>
  %a = tile.load %x [0, 64*256, 64*4] -> [0:64, 0, 64*1] on sync : (!tile.buffer<64x64xf32>) -> !tile.tile<64x64xf32, sbuf>
  %b = tile.matmul %a [0:64, 0, 64*1], %a [0:64, 0, 64*1] -> [0:64, 0, 64*1] on tensor
    : (!tile.tile<64x64xf32, sbuf>, !tile.tile<64x64xf32, sbuf>) -> !tile.tile<64x64xf32, psum>
  %c = tile.activate relu %b [0:64, 0, 64*1] scale imm 0x3F800000 bias imm 0x80000000 -> [0:64, 0, 64*1] on scalar
    : (!tile.tile<64x64xf32, psum>) -> !tile.tile<64x64xf32, sbuf>
  tile.store %c [0:64, 0, 64*1] -> %s [0, 64*256, 64*4] on sync : (!tile.tile<64x64xf32, sbuf>, !tile.buffer<64x64xf32>) -> ()
  %d = tile.load %s [0, 64*4, 64*256] -> [0:64, 0, 64*1] on sync : (!tile.buffer<64x64xf32>) -> !tile.tile<64x64xf32, sbuf>
  %e = tile.memset 0 -> into %d [0:32, 0, 64*1] on gpsimd : (!tile.tile<64x64xf32, sbuf>) -> !tile.tile<64x64xf32, sbuf>
  tile.store %e [0:64, 0, 64*1] -> %y [0, 64*256, 64*4] on sync : (!tile.tile<64x64xf32, sbuf>, !tile.buffer<64x64xf32>) -> ()
  return
}
