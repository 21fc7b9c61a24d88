; B22: replica groups name cores that are there, once; a collective names a set that is there and fits it.
; RUN: split-file %s %t
; RUN: not glia-as %t/range.s -o %t.glia 2>&1 | FileCheck %s --check-prefix=RANGE
; RUN: not glia-as %t/twice.s -o %t.glia 2>&1 | FileCheck %s --check-prefix=TWICE
; RUN: not glia-as %t/empty.s -o %t.glia 2>&1 | FileCheck %s --check-prefix=EMPTY
; RUN: not glia-as %t/set.s -o %t.glia 2>&1 | FileCheck %s --check-prefix=SET
; RUN: not glia-as %t/size.s -o %t.glia 2>&1 | FileCheck %s --check-prefix=SIZE
; RUN: not glia-as %t/root.s -o %t.glia 2>&1 | FileCheck %s --check-prefix=ROOT
; RUN: not glia-as %t/streams.s -o %t.glia 2>&1 | FileCheck %s --check-prefix=STREAMS
; RUN: not ls %t.glia
; RANGE: GLIA-E1215: replica groups 0: expects ranks below 2, got 2
; TWICE: GLIA-E1215: replica groups 1: rank 1 is there twice
; EMPTY: GLIA-E1215: replica groups 0: expects at least one rank in a group
; SET: GLIA-E1215: expects a set of replica groups below 1, got 1
; SIZE: GLIA-E1215: expects a block of destination for each rank in a group of 2, got 12 in destination and 4 in source
; ROOT: GLIA-E1215: expects a root below the 2 ranks of a group, got 2
; STREAMS: GLIA-E1216: collectives on the replica groups 0 stand in the stream of vector

;--- range.s
.cores 0 0
.groups (0, 2)
.sync
  halt
;--- twice.s
.cores 0 0
.groups (0, 1)
.groups (0, 1) (1)
.sync
  halt
;--- empty.s
.cores 0 0
.groups () (1)
.sync
  halt
;--- set.s
.cores 0 0
.groups (0, 1)
.sync
  all_reduce_sbuf sbuf.f32[0+1, 0](4:1), sbuf.f32[0+1, 0](4:1), queue=0, group=1
  halt
;--- size.s
.cores 0 0
.hbm 4096
.groups (0, 1)
.sync
  all_gather hbm.f32[0](12:4), hbm.f32[64](4:4), queue=0, group=0
  halt
;--- root.s
.cores 0 0
.groups (0, 1)
.sync
  broadcast_sbuf sbuf.f32[0+1, 0](4:1), sbuf.f32[0+1, 0](4:1), queue=0, group=0, root=2
  halt
;--- streams.s
.cores 0 0
.groups (0, 1)
.vector
  all_reduce_sbuf sbuf.f32[0+1, 0](4:1), sbuf.f32[0+1, 0](4:1), queue=0, group=0
  halt
.sync
  all_reduce_sbuf sbuf.f32[0+1, 0](4:1), sbuf.f32[0+1, 0](4:1), queue=1, group=0
  halt
