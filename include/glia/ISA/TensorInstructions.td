//===- TensorInstructions.td - Tensor engine ------------------------------===//

def MatmulDestinationType : Check<"matmul_destination_type", "x.destination.type == ElementType::f32 || (target.psumHoldsBf16 && x.destination.type == ElementType::bf16)",
  "expects a destination of f32, got {0}", ["glia::name(x.destination.type)"]>;

// -- Tiles of the processing array -------------------------------------------
//
// The array of 128 x 128 may be split into tiles that hold a stationary matrix
// each. Rows are fed from the SBUF partitions of the same number, columns lead
// to the PSUM partitions of the same number; the whole array knows no such
// rule, since its rows and columns start at 0.

class TileField<string name, string slot, string text, string choice, string initial> : Field<name, Unsigned8, slot, text, choice, [], "", "", initial>;
defvar rowFields = [
  TileField<"rowPosition", "small4", "first row of the tile", "g.tilePosition(x.rowSize)", "0">,
  TileField<"rowSize", "small5", "rows of the tile", "g.tileSize()", "128">];
defvar columnFields = [
  TileField<"columnPosition", "small6", "first column of the tile", "g.tilePosition(x.columnSize)", "0">,
  TileField<"columnSize", "small7", "columns of the tile", "x.doubleRow ? uint8_t(128) : g.tileSize()", "128">];
def DoubleRowField : Field<"doubleRow", Flag, "small1", "fp8 with two rows per partition", "g.doubleRow()">;

def TileSize : Check<"tile_size", "isTileSize(x.rowSize, target) && isTileSize(x.columnSize, target)",
  "expects a tile of 128, 64 or {0} rows and columns, got {1} x {2}", ["target.smallestTile", "unsigned(x.rowSize)", "unsigned(x.columnSize)"]>;
def TilePosition : Check<"tile_position", "isTilePosition(x.rowPosition, x.rowSize) && isTilePosition(x.columnPosition, x.columnSize)",
  "expects a tile at a multiple of its size inside 128, got row {0} and column {1}", ["unsigned(x.rowPosition)", "unsigned(x.columnPosition)"]>;
class TileRows<string operand> : Check<"tile_rows", "fitsTile(x." # operand # ", x.rowPosition, x.rowSize)",
  operand # ": expects partitions of the tile's rows, {0} from {1} on, got {2} from {3} on",
  ["unsigned(x.rowSize)", "unsigned(x.rowPosition)", "unsigned(x." # operand # ".partitions)", "unsigned(x." # operand # ".startPartition)"]>;
class DoubleRow<string operand> : Check<"double_row", "!x.doubleRow || isDoubleRow(x." # operand # ", x.columnSize, target)",
  operand # ": expects fp8 as [K, 2, columns], no column tile and a target that has double rows, got {0} in {1} pairs on {2}",
  ["glia::name(x." # operand # ".type)", "unsigned(x." # operand # ".rank)", "target.name"]>;

def LoadStationary : Instruction<"load_stationary", 0x0001, ["tensor"], Matrix, [
  Reads<"stationary", "onChip0", "[K, M]: K partitions, M elements each; with doubleRow [K, 2, M]", choice="g.stationaryOperand(x.doubleRow, x.rowPosition, x.rowSize, x.columnSize)",
        rules=[InSbuf, MatmulType]>,
  DoubleRowField
] # rowFields # columnFields> {
  let summary = "Loads the stationary matrix";
  let semantics = [{The stationary matrix of the tile becomes `[K, M]` of `stationary`, with `doubleRow` [2 K, M], whose rows 2 k and 2 k + 1 are the two rows of partition k. It stays until a load of a tile that
overlaps this one, or a transpose. Matrix products of the same tile read it from then on.}];
  let example = "load_stationary sbuf.bf16[0+128, 0](128:1)";
  let checks = [TileSize, TilePosition, TileRows<"stationary">, DoubleRow<"stationary">,
    Check<"stationary_m", "rowElements(x.stationary, x.doubleRow) <= std::min<uint64_t>(target.matmulMaxM, x.columnSize)", "expects at most {0} columns, got {1}",
      ["std::min<uint64_t>(target.matmulMaxM, x.columnSize)", "rowElements(x.stationary, x.doubleRow)"]>
  ];
  let interval = "std::max<double>(16, double(rowElements(x.stationary, x.doubleRow)) / 4)";
  let latency = "target.accessStart";
}

def MultiplyMoving : Instruction<"multiply_moving", 0x0002, ["tensor"], Matrix, [
  Field<"destination", OnChip, "onChip0", "[M, N] in PSUM", reads="x.accumulate", writes="true", rules=[WriteStride, InPsum, InOneBank],
        choice="g.matmulResult(x.columnPosition, x.columnSize)">,
  Reads<"moving", "onChip1", "[K, N]; with doubleRow [K, 2, N]", choice="g.movingOperand(x.destination, x.doubleRow, x.rowPosition, x.rowSize)", rules=[InSbuf, MatmulType]>,
  Field<"accumulate", Flag, "small0", "add to what PSUM holds", choice="g.flag()">,
  DoubleRowField,
  Field<"stationaryType", MatmulTypeKind, "small2", "element type of the stationary matrix", choice="g.stationaryType(x.moving.type, x.doubleRow)">
] # rowFields # columnFields> {
  let rounds = 1;
  let summary = "Multiplies the stationary matrix with a moving one";
  let semantics = [{For each m and n: p = +0; for k in partition order p = fma(stationary[k][m], moving[k][n], p) in fp32; then destination[m][n] = p, or
destination[m][n] + p with `accumulate`. The tile's stationary matrix must have K = the partitions of `moving`, M = the partitions of `destination` and the type `stationaryType`, and have been loaded
for the same tile and `doubleRow`, else the product traps; with `doubleRow` the chain takes the two rows of each partition one after the other (K up to 256). fp32 and tf32 go only with each other,
f8e4m3fn not with f8e4m3, double rows only with fp8; other float types mix.}];
  let example = "multiply_moving psum.f32[0+128, 0](512:1), sbuf.bf16[0+128, 0x1000](512:1), accumulate=true, stationaryType=bf16";
  let checks = [TileSize, TilePosition, TileRows<"moving">, DoubleRow<"moving">,
    Check<"tile_columns", "fitsTile(x.destination, x.columnPosition, x.columnSize)",
      "destination: expects partitions of the tile's columns, {0} from {1} on, got {2} from {3} on",
      ["unsigned(x.columnSize)", "unsigned(x.columnPosition)", "unsigned(x.destination.partitions)", "unsigned(x.destination.startPartition)"]>,
    Check<"matmul_n", "rowElements(x.moving, x.doubleRow) <= target.matmulMaxN", "expects at most {0} columns, got {1}",
      ["target.matmulMaxN", "rowElements(x.moving, x.doubleRow)"]>,
    Check<"matmul_shape", "x.destination.elementsPerPartition() == rowElements(x.moving, x.doubleRow)",
      "expects as many elements per partition in destination as in moving, got {0} and {1}",
      ["x.destination.elementsPerPartition()", "rowElements(x.moving, x.doubleRow)"]>,
    Check<"matmul_pair", "mayMultiply(x.stationaryType, x.moving.type, x.doubleRow, target)",
      "stationaryType: expects a type of {0} that goes with a moving operand of {1} (fp8 in double rows), got {2}",
      ["target.name", "glia::name(x.moving.type)", "isa::name(x.stationaryType)"]>,
    MatmulDestinationType
  ];
  // Tiles that share neither rows nor columns work at the same time.
  let interval = "std::max<double>(double(rowElements(x.moving, x.doubleRow)) * tileShare(x.rowSize, x.columnSize), double(target.minimumInterval)) * (x.moving.type == ElementType::f32 ? target.fp32MatmulFactor : 1)";
  let latency = "target.accessStart + 128";
}

def LoadStationaryMx : Instruction<"load_stationary_mx", 0x0004, ["tensor"], Matrix, [
  Reads<"stationary", "onChip0", "[P, M, 4] of fp8", choice="g.mxMatrix(128)", rules=[InSbuf, TargetType]>,
  Field<"scale", OnChip, "onChip1", "[P, M] scales, as quantize_mx writes them", reads="true", rules=[InSbuf], choice="g.mxScale(x.stationary)",
        usedRows="mxScaleRows(x.stationary.partitions, x.scale.partitions)">
]> {
  let targets = [Trn3];
  let summary = "Loads a stationary matrix in the microscaling format";
  let semantics = [{The stationary matrix becomes [4 P, M]: row 4 p + j, column m is stationary[p][4 m + j] times 2^(scale - 127) of its group, rounded to fp32 (exact but for overflow and underflow). The scale 255 makes it NaN. It
takes the whole array.}];
  let example = "load_stationary_mx sbuf.f8e4m3fn[0+128, 0](512:1), sbuf.u8[0+128, 0x1000](128:1)";
  let checks = [MxElements<"stationary">, MxScale<"scale", "stationary">,
    Check<"mx_columns", "x.stationary.elementsPerPartition() / 4 <= target.matmulMaxM && x.stationary.elementsPerPartition() % 8 == 0",
      "expects an even number of at most {0} columns, got {1}", ["target.matmulMaxM", "x.stationary.elementsPerPartition() / 4"]>];
  let interval = "std::max<double>(16, double(x.stationary.elementsPerPartition()) / 16)";
  let latency = "target.accessStart";
}

def MultiplyMovingMx : Instruction<"multiply_moving_mx", 0x0005, ["tensor"], TwoWords, [
  Field<"destination", OnChip, "onChip0", "[M, N] in PSUM", reads="x.accumulate", writes="true", rules=[WriteStride, InPsum, InOneBank], choice="g.matmulResult(0, 128)">,
  Reads<"moving", "onChip1", "[P, N, 4] of fp8", choice="g.mxMoving(x.destination)", rules=[InSbuf, TargetType]>,
  Field<"scale", OnChip, "onChip2", "[P, N] scales, as quantize_mx writes them", reads="true", rules=[InSbuf], choice="g.mxScale(x.moving)",
        usedRows="mxScaleRows(x.moving.partitions, x.scale.partitions)">,
  Field<"accumulate", Flag, "small0", "add to what PSUM holds", choice="g.flag()">
]> {
  let targets = [Trn3];
  let rounds = 1;
  let summary = "Multiplies in the microscaling format";
  let semantics = [{As multiply_moving, with K = 4 P: row 4 p + j, column n of the moving matrix is moving[p][4 n + j] times 2^(scale - 127) of its group. The stationary matrix must come from
load_stationary_mx; f8e4m3fn and f8e5m2 mix.}];
  let example = "multiply_moving_mx psum.f32[0+128, 0](512:1), sbuf.f8e5m2[0+128, 0x2000](2048:1), sbuf.u8[0+128, 0x1000](512:1)";
  let checks = [MxElements<"moving">, MxScale<"scale", "moving">,
    Check<"mx_shape", "x.destination.elementsPerPartition() == x.moving.elementsPerPartition() / 4 && x.destination.elementsPerPartition() <= target.matmulMaxN",
      "expects a destination of {0} columns, at most {1}, got {2}",
      ["x.moving.elementsPerPartition() / 4", "target.matmulMaxN", "x.destination.elementsPerPartition()"]>,
    MatmulDestinationType];
  let interval = "std::max<double>(double(x.destination.elementsPerPartition()), double(target.minimumInterval))";
  let latency = "target.accessStart + 128";
}

def Transpose : Instruction<"transpose", 0x0003, ["tensor"], OneWord, [
  Writes<"destination", "onChip0", "[F, P] in PSUM", rules=[InPsum, InOneBank], choice="g.transposeResult()">,
  Reads<"source", "onChip1", "[P, F] in SBUF", rules=[InSbuf], choice="g.transposeSource(x.destination)">
]> {
  let targets = [Trn2, Trn3];
  let summary = "Transposes partitions and elements";
  let semantics = [{destination[f][p] = source[p][f], bit exact; elements of 8 bits become u16 with a zero upper byte. All stationary matrices are lost.}];
  let example = "transpose psum.bf16[0+64, 0](128:1), sbuf.bf16[0+128, 0](64:1)";
  let checks = [
    Check<"transpose_shape", "x.destination.partitions == x.source.elementsPerPartition() && x.destination.elementsPerPartition() == x.source.partitions",
      "expects the destination to have the source's shape exchanged, got {0} x {1} from {2} x {3}",
      ["unsigned(x.destination.partitions)", "x.destination.elementsPerPartition()", "unsigned(x.source.partitions)", "x.source.elementsPerPartition()"]>,
    Check<"transpose_type", "areTransposeTypes(x.source.type, x.destination.type)",
      "expects one type of 16 or 32 bits, or 8 bits into u16, got {1} into {0}", ["glia::name(x.destination.type)", "glia::name(x.source.type)"]>
  ];
  let interval = "std::max<double>(double(x.source.partitions), std::min<double>(64, double(x.source.elementsPerPartition()))) * (bitWidth(x.source.type) == 32 ? 2 : 1)";
  let latency = "target.accessStart + 128";
}
