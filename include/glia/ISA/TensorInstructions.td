//===- TensorInstructions.td - Tensor engine ------------------------------===//

def LoadStationary : Instruction<"load_stationary", 0x0001, ["tensor"], OneWord, [
  Reads<"stationary", "onChip0", "[K, M]: K partitions, M elements each", choice="g.matmulOperand(128)", rules=[InSbuf, MatmulType]>
]> {
  let summary = "Loads the stationary matrix";
  let semantics = [{The stationary matrix becomes `[K, M]` of `stationary`; it stays until the next load_stationary. Matrix products read it from then on.}];
  let checks = [
    Check<"stationary_m", "x.stationary.elementsPerPartition() <= target.matmulMaxM", "expects at most {0} columns, got {1}",
      ["target.matmulMaxM", "x.stationary.elementsPerPartition()"]>
  ];
  let interval = "std::max<double>(16, double(x.stationary.elementsPerPartition()) / 4)";
  let latency = "target.accessStart";
}

def MultiplyMoving : Instruction<"multiply_moving", 0x0002, ["tensor"], OneWord, [
  Field<"destination", OnChip, "onChip0", "[M, N] in PSUM", reads="x.accumulate", writes="true", rules=[WriteStride, InPsum, InOneBank], choice="g.matmulResult()">,
  Reads<"moving", "onChip1", "[K, N]", choice="g.matmulOperandLike(x.destination)", rules=[InSbuf, MatmulType]>,
  Field<"accumulate", Flag, "small0", "add to what PSUM holds", choice="g.flag()">
]> {
  let rounds = 1;
  let summary = "Multiplies the stationary matrix with a moving one";
  let semantics = [{For each m and n: p = +0; for k in partition order p = fma(stationary[k][m], moving[k][n], p) in fp32; then destination[m][n] = p, or
destination[m][n] + p with `accumulate`. The stationary matrix must have K = the partitions of `moving` and M = the partitions of `destination`.}];
  let checks = [
    Check<"matmul_n", "x.moving.elementsPerPartition() <= target.matmulMaxN", "expects at most {0} columns, got {1}",
      ["target.matmulMaxN", "x.moving.elementsPerPartition()"]>,
    Check<"matmul_shape", "x.destination.elementsPerPartition() == x.moving.elementsPerPartition()",
      "expects as many elements per partition in destination as in moving, got {0} and {1}",
      ["x.destination.elementsPerPartition()", "x.moving.elementsPerPartition()"]>,
    Check<"matmul_destination_type", "x.destination.type == ElementType::f32 || (target.psumHoldsBf16 && x.destination.type == ElementType::bf16)",
      "expects a destination of f32, got {0}", ["glia::name(x.destination.type)"]>
  ];
  let interval = "std::max<double>(double(x.moving.elementsPerPartition()), double(target.minimumInterval)) * (x.moving.type == ElementType::f32 ? target.fp32MatmulFactor : 1)";
  let latency = "target.accessStart + 128";
}

def Transpose : Instruction<"transpose", 0x0003, ["tensor"], OneWord, [
  Writes<"destination", "onChip0", "[F, P] in PSUM", rules=[InPsum, InOneBank], choice="g.transposeResult()">,
  Reads<"source", "onChip1", "[P, F] in SBUF", rules=[InSbuf], choice="g.transposeSource(x.destination)">
]> {
  let targets = [Trn2, Trn3];
  let summary = "Transposes partitions and elements";
  let semantics = [{destination[f][p] = source[p][f], bit exact. The stationary matrix is lost.}];
  let checks = [
    Check<"transpose_shape", "x.destination.partitions == x.source.elementsPerPartition() && x.destination.elementsPerPartition() == x.source.partitions",
      "expects the destination to have the source's shape exchanged, got {0} x {1} from {2} x {3}",
      ["unsigned(x.destination.partitions)", "x.destination.elementsPerPartition()", "unsigned(x.source.partitions)", "x.source.elementsPerPartition()"]>,
    Check<"transpose_type", "x.destination.type == x.source.type && (bitWidth(x.source.type) == 32 || bitWidth(x.source.type) == 16)",
      "expects one type of 16 or 32 bits, got {0} and {1}", ["glia::name(x.destination.type)", "glia::name(x.source.type)"]>
  ];
  let interval = "std::max<double>(double(x.source.partitions), std::min<double>(64, double(x.source.elementsPerPartition()))) * (bitWidth(x.source.type) == 32 ? 2 : 1)";
  let latency = "target.accessStart + 128";
}
