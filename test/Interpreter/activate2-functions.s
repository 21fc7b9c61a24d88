; activate2: without steps its functions are those of activate.
; RUN: glia-as %s -o %t.glia
; RUN: glia-run %t.glia --check --outputs %t.npz
; RUN: %python %S/Inputs/expect.py %t.npz y "np.load(path)['z']"
; RUN: %python %S/Inputs/expect.py %t.npz z "np.load(path)['y']"
; RUN: glia-run %t.glia --simd scalar --threads 2 --outputs %t.scalar.npz && cmp %t.npz %t.scalar.npz

.target trn3
.constant "a" at 0
  .f32 0.0, -0.0, 1.0, -2.5, inf, -inf, nan, 30.0
.output "y" f32 [216] at 8192
.output "z" f32 [216] at 16384

.sync
  dma_load sbuf.f32[0+1, 0](8:1), hbm.f32[0](8:4), queue=0, signalBase=s0, signalMask=4
  semaphore_wait semaphore=s16, value=1
  semaphore_subtract semaphore=s16, value=1
  dma_store hbm.f32[8192](216:4), sbuf.f32[0+1, 1024](216:1), queue=0
  dma_store hbm.f32[16384](216:4), sbuf.f32[0+1, 2048](216:1), queue=0
  halt

.scalar
  semaphore_wait semaphore=s2, value=16
  semaphore_subtract semaphore=s2, value=16
  activate2 sbuf.f32[0+1, 1024](8:1), sbuf.f32[0+1, 0](8:1), #0, #0, function=copy
  activate sbuf.f32[0+1, 2048](8:1), sbuf.f32[0+1, 0](8:1), #1, #-0, function=copy
  activate2 sbuf.f32[0+1, 1056](8:1), sbuf.f32[0+1, 0](8:1), #0, #0, function=relu
  activate sbuf.f32[0+1, 2080](8:1), sbuf.f32[0+1, 0](8:1), #1, #-0, function=relu
  activate2 sbuf.f32[0+1, 1088](8:1), sbuf.f32[0+1, 0](8:1), #0, #0, function=exp
  activate sbuf.f32[0+1, 2112](8:1), sbuf.f32[0+1, 0](8:1), #1, #-0, function=exp
  activate2 sbuf.f32[0+1, 1120](8:1), sbuf.f32[0+1, 0](8:1), #0, #0, function=tanh
  activate sbuf.f32[0+1, 2144](8:1), sbuf.f32[0+1, 0](8:1), #1, #-0, function=tanh
  activate2 sbuf.f32[0+1, 1152](8:1), sbuf.f32[0+1, 0](8:1), #0, #0, function=sqrt
  activate sbuf.f32[0+1, 2176](8:1), sbuf.f32[0+1, 0](8:1), #1, #-0, function=sqrt
  activate2 sbuf.f32[0+1, 1184](8:1), sbuf.f32[0+1, 0](8:1), #0, #0, function=gelu
  activate sbuf.f32[0+1, 2208](8:1), sbuf.f32[0+1, 0](8:1), #1, #-0, function=gelu
  activate2 sbuf.f32[0+1, 1216](8:1), sbuf.f32[0+1, 0](8:1), #0, #0, function=sigmoid
  activate sbuf.f32[0+1, 2240](8:1), sbuf.f32[0+1, 0](8:1), #1, #-0, function=sigmoid
  activate2 sbuf.f32[0+1, 1248](8:1), sbuf.f32[0+1, 0](8:1), #0, #0, function=square
  activate sbuf.f32[0+1, 2272](8:1), sbuf.f32[0+1, 0](8:1), #1, #-0, function=square
  activate2 sbuf.f32[0+1, 1280](8:1), sbuf.f32[0+1, 0](8:1), #0, #0, function=abs
  activate sbuf.f32[0+1, 2304](8:1), sbuf.f32[0+1, 0](8:1), #1, #-0, function=abs
  activate2 sbuf.f32[0+1, 1312](8:1), sbuf.f32[0+1, 0](8:1), #0, #0, function=sign
  activate sbuf.f32[0+1, 2336](8:1), sbuf.f32[0+1, 0](8:1), #1, #-0, function=sign
  activate2 sbuf.f32[0+1, 1344](8:1), sbuf.f32[0+1, 0](8:1), #0, #0, function=silu
  activate sbuf.f32[0+1, 2368](8:1), sbuf.f32[0+1, 0](8:1), #1, #-0, function=silu
  activate2 sbuf.f32[0+1, 1376](8:1), sbuf.f32[0+1, 0](8:1), #0, #0, function=silu_dx
  activate sbuf.f32[0+1, 2400](8:1), sbuf.f32[0+1, 0](8:1), #1, #-0, function=silu_dx
  activate2 sbuf.f32[0+1, 1408](8:1), sbuf.f32[0+1, 0](8:1), #0, #0, function=gelu_tanh
  activate sbuf.f32[0+1, 2432](8:1), sbuf.f32[0+1, 0](8:1), #1, #-0, function=gelu_tanh
  activate2 sbuf.f32[0+1, 1440](8:1), sbuf.f32[0+1, 0](8:1), #0, #0, function=gelu_sigmoid
  activate sbuf.f32[0+1, 2464](8:1), sbuf.f32[0+1, 0](8:1), #1, #-0, function=gelu_sigmoid
  activate2 sbuf.f32[0+1, 1472](8:1), sbuf.f32[0+1, 0](8:1), #0, #0, function=gelu_dx
  activate sbuf.f32[0+1, 2496](8:1), sbuf.f32[0+1, 0](8:1), #1, #-0, function=gelu_dx
  activate2 sbuf.f32[0+1, 1504](8:1), sbuf.f32[0+1, 0](8:1), #0, #0, function=gelu_sigmoid_dx
  activate sbuf.f32[0+1, 2528](8:1), sbuf.f32[0+1, 0](8:1), #1, #-0, function=gelu_sigmoid_dx
  activate2 sbuf.f32[0+1, 1536](8:1), sbuf.f32[0+1, 0](8:1), #0, #0, function=erf
  activate sbuf.f32[0+1, 2560](8:1), sbuf.f32[0+1, 0](8:1), #1, #-0, function=erf
  activate2 sbuf.f32[0+1, 1568](8:1), sbuf.f32[0+1, 0](8:1), #0, #0, function=erf_dx
  activate sbuf.f32[0+1, 2592](8:1), sbuf.f32[0+1, 0](8:1), #1, #-0, function=erf_dx
  activate2 sbuf.f32[0+1, 1600](8:1), sbuf.f32[0+1, 0](8:1), #0, #0, function=softplus
  activate sbuf.f32[0+1, 2624](8:1), sbuf.f32[0+1, 0](8:1), #1, #-0, function=softplus
  activate2 sbuf.f32[0+1, 1632](8:1), sbuf.f32[0+1, 0](8:1), #0, #0, function=mish
  activate sbuf.f32[0+1, 2656](8:1), sbuf.f32[0+1, 0](8:1), #1, #-0, function=mish
  activate2 sbuf.f32[0+1, 1664](8:1), sbuf.f32[0+1, 0](8:1), #0, #0, function=log
  activate sbuf.f32[0+1, 2688](8:1), sbuf.f32[0+1, 0](8:1), #1, #-0, function=log
  activate2 sbuf.f32[0+1, 1696](8:1), sbuf.f32[0+1, 0](8:1), #0, #0, function=sin
  activate sbuf.f32[0+1, 2720](8:1), sbuf.f32[0+1, 0](8:1), #1, #-0, function=sin
  activate2 sbuf.f32[0+1, 1728](8:1), sbuf.f32[0+1, 0](8:1), #0, #0, function=arctan
  activate sbuf.f32[0+1, 2752](8:1), sbuf.f32[0+1, 0](8:1), #1, #-0, function=arctan
  activate2 sbuf.f32[0+1, 1760](8:1), sbuf.f32[0+1, 0](8:1), #0, #0, function=rsqrt
  activate sbuf.f32[0+1, 2784](8:1), sbuf.f32[0+1, 0](8:1), #1, #-0, function=rsqrt
  activate2 sbuf.f32[0+1, 1792](8:1), sbuf.f32[0+1, 0](8:1), #0, #0, function=reciprocal
  activate sbuf.f32[0+1, 2816](8:1), sbuf.f32[0+1, 0](8:1), #1, #-0, function=reciprocal
  activate2 sbuf.f32[0+1, 1824](8:1), sbuf.f32[0+1, 0](8:1), #0, #0, function=gelu_tanh_dx
  activate sbuf.f32[0+1, 2848](8:1), sbuf.f32[0+1, 0](8:1), #1, #-0, function=gelu_tanh_dx
  activate2 sbuf.f32[0+1, 1856](8:1), sbuf.f32[0+1, 0](8:1), #0, #0, slope=#0.25, function=prelu
  activate sbuf.f32[0+1, 2880](8:1), sbuf.f32[0+1, 0](8:1), #1, #-0, slope=#0.25, function=prelu
  semaphore_add semaphore=s16, value=1
  halt
