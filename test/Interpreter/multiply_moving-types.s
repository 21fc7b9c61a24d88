; multiply_moving: types of at most 16 bits mix, fp32 and tf32 do; the product names the type of the stationary matrix. Each is [1.5, -2] times [3, 0.5].
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "np.tile(f32([4.5, 0.75]), 20)"
; RUN: %python %S/Inputs/expect.py %t.npz z "np.tile(f32([-6, -1]), 20)"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.output "y" f32 [40] at 8192
.output "z" f32 [40] at 12288
.sync
  semaphore_wait semaphore=s17, value=1
  semaphore_subtract semaphore=s17, value=1
  dma_store hbm.f32[8192](40:4), sbuf.f32[0+1, 0](40:1), queue=0
  dma_store hbm.f32[12288](40:4), sbuf.f32[1+1, 0](40:1), queue=0
  halt

.tensor
  semaphore_wait semaphore=s8, value=1
  semaphore_subtract semaphore=s8, value=1
  load_stationary sbuf.bf16[0+1, 1024](2:1)
  multiply_moving psum.f32[0+2, 0](2:1), sbuf.bf16[0+1, 4096](2:1), stationaryType=bf16
  multiply_moving psum.f32[0+2, 8](2:1), sbuf.f16[0+1, 4160](2:1), stationaryType=bf16
  multiply_moving psum.f32[0+2, 16](2:1), sbuf.f8e4m3[0+1, 4224](2:1), stationaryType=bf16
  multiply_moving psum.f32[0+2, 24](2:1), sbuf.f8e5m2[0+1, 4288](2:1), stationaryType=bf16
  load_stationary sbuf.f16[0+1, 1088](2:1)
  multiply_moving psum.f32[0+2, 32](2:1), sbuf.bf16[0+1, 4096](2:1), stationaryType=f16
  multiply_moving psum.f32[0+2, 40](2:1), sbuf.f16[0+1, 4160](2:1), stationaryType=f16
  multiply_moving psum.f32[0+2, 48](2:1), sbuf.f8e4m3[0+1, 4224](2:1), stationaryType=f16
  multiply_moving psum.f32[0+2, 56](2:1), sbuf.f8e5m2[0+1, 4288](2:1), stationaryType=f16
  load_stationary sbuf.f8e4m3[0+1, 1152](2:1)
  multiply_moving psum.f32[0+2, 64](2:1), sbuf.bf16[0+1, 4096](2:1), stationaryType=f8e4m3
  multiply_moving psum.f32[0+2, 72](2:1), sbuf.f16[0+1, 4160](2:1), stationaryType=f8e4m3
  multiply_moving psum.f32[0+2, 80](2:1), sbuf.f8e4m3[0+1, 4224](2:1), stationaryType=f8e4m3
  multiply_moving psum.f32[0+2, 88](2:1), sbuf.f8e5m2[0+1, 4288](2:1), stationaryType=f8e4m3
  load_stationary sbuf.f8e5m2[0+1, 1216](2:1)
  multiply_moving psum.f32[0+2, 96](2:1), sbuf.bf16[0+1, 4096](2:1), stationaryType=f8e5m2
  multiply_moving psum.f32[0+2, 104](2:1), sbuf.f16[0+1, 4160](2:1), stationaryType=f8e5m2
  multiply_moving psum.f32[0+2, 112](2:1), sbuf.f8e4m3[0+1, 4224](2:1), stationaryType=f8e5m2
  multiply_moving psum.f32[0+2, 120](2:1), sbuf.f8e5m2[0+1, 4288](2:1), stationaryType=f8e5m2
  load_stationary sbuf.f32[0+1, 1280](2:1)
  multiply_moving psum.f32[0+2, 128](2:1), sbuf.f32[0+1, 4352](2:1)
  multiply_moving psum.f32[0+2, 136](2:1), sbuf.tf32[0+1, 4416](2:1)
  load_stationary sbuf.tf32[0+1, 1344](2:1)
  multiply_moving psum.f32[0+2, 144](2:1), sbuf.f32[0+1, 4352](2:1), stationaryType=tf32
  multiply_moving psum.f32[0+2, 152](2:1), sbuf.tf32[0+1, 4416](2:1), stationaryType=tf32
  semaphore_add semaphore=s16, value=1
  halt

.vector
  memset sbuf.bf16[0+1, 1024](1:1), value=0x3fc0
  memset sbuf.bf16[0+1, 1026](1:1), value=0xc000
  memset sbuf.bf16[0+1, 4096](1:1), value=0x4040
  memset sbuf.bf16[0+1, 4098](1:1), value=0x3f00
  memset sbuf.f16[0+1, 1088](1:1), value=0x3e00
  memset sbuf.f16[0+1, 1090](1:1), value=0xc000
  memset sbuf.f16[0+1, 4160](1:1), value=0x4200
  memset sbuf.f16[0+1, 4162](1:1), value=0x3800
  memset sbuf.f8e4m3[0+1, 1152](1:1), value=0x3c
  memset sbuf.f8e4m3[0+1, 1153](1:1), value=0xc0
  memset sbuf.f8e4m3[0+1, 4224](1:1), value=0x44
  memset sbuf.f8e4m3[0+1, 4225](1:1), value=0x30
  memset sbuf.f8e5m2[0+1, 1216](1:1), value=0x3e
  memset sbuf.f8e5m2[0+1, 1217](1:1), value=0xc0
  memset sbuf.f8e5m2[0+1, 4288](1:1), value=0x42
  memset sbuf.f8e5m2[0+1, 4289](1:1), value=0x38
  memset sbuf.f32[0+1, 1280](1:1), value=0x3fc00000
  memset sbuf.f32[0+1, 1284](1:1), value=0xc0000000
  memset sbuf.f32[0+1, 4352](1:1), value=0x40400000
  memset sbuf.f32[0+1, 4356](1:1), value=0x3f000000
  memset sbuf.tf32[0+1, 1344](1:1), value=0x3fc00000
  memset sbuf.tf32[0+1, 1348](1:1), value=0xc0000000
  memset sbuf.tf32[0+1, 4416](1:1), value=0x40400000
  memset sbuf.tf32[0+1, 4420](1:1), value=0x3f000000
  semaphore_add semaphore=s8, value=1
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  copy sbuf.f32[0+2, 0](40:1), psum.f32[0+2, 0](40:1)
  semaphore_add semaphore=s17, value=1
  halt
