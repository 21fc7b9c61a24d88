//===- CollectiveKernel.cpp - Ops between cores ---------------------------===//
//
// Both sides of a collective are buffers in HBM. The blocks of the whole tensor
// lie along one dimension: it is walked block by block, outermost.
//
//===----------------------------------------------------------------------===//
#include "KernelBuilder.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace glia;
using namespace mlir;

/// Elements more than the machine gathers at once in other than their order.
static constexpr int64_t mostScattered = 1 << 26;

namespace {

/// The tensor of a whole group as [outer, parts, inner]: a part's rows along
/// the dimension and all inner dimensions are one run.
struct Blocks {
  int64_t outer, parts, inner, bytes; // of an element

  Blocks(RankedTensorType part, int64_t dim, int64_t parts)
      : outer(count(part.getShape().take_front(dim))), parts(parts),
        inner(count(part.getShape().drop_front(dim))),
        bytes(tile::elementBytes(part.getElementType())) {}

  static int64_t count(ArrayRef<int64_t> extents) {
    int64_t count = 1;
    for (int64_t extent : extents)
      count *= extent;
    return count;
  }
  bool isEmpty() const { return outer * inner == 0; }

  /// Rows [first, first + rows) of the whole tensor, block by block.
  tile::BufferPattern whole(int64_t first, int64_t rows) const {
    return tile::BufferPattern::strided(first * parts * inner * bytes,
                                        {{parts, inner * bytes},
                                         {rows, parts * inner * bytes},
                                         {inner, bytes}})
        .merged();
  }
  /// The same rows of one part.
  tile::BufferPattern part(int64_t first, int64_t rows) const {
    return tile::BufferPattern::strided(first * inner * bytes,
                                        {{rows * inner, bytes}});
  }

  /// Calls `visit(first, rows)` for as few pieces as the machine takes.
  void forEachPiece(llvm::function_ref<void(int64_t, int64_t)> visit) const {
    int64_t rows =
        outer == 1 ? 1 : std::max<int64_t>(1, mostScattered / (parts * inner));
    for (int64_t first = 0; first < outer; first += rows)
      visit(first, std::min(rows, outer - first));
  }
};

class CollectiveKernel {
public:
  CollectiveKernel(KernelBuilder &kernel, Value input, Value result)
      : kernel(kernel), type(cast<RankedTensorType>(input.getType())),
        source(kernel.bufferOf(input)), destination(result) {}

  void lower(graph::AllReduceOp op) {
    Blocks blocks(type, /*dim=*/0, /*parts=*/1);
    if (blocks.isEmpty())
      return;
    tile::BufferPattern all = blocks.part(0, blocks.outer);
    tile::AllReduceOp::create(
        kernel.builder, kernel.location(), isa::ReduceOp::add, source, all,
        destination, all, op.getAxis(), isa::Engine::gpsimd, tile::DmaIssue());
  }

  void lower(graph::AllGatherOp op) {
    Blocks blocks(type, op.getDim(), op.getParts());
    if (blocks.isEmpty())
      return;
    blocks.forEachPiece([&](int64_t first, int64_t rows) {
      tile::AllGatherOp::create(kernel.builder, kernel.location(), source,
                                blocks.part(first, rows), destination,
                                blocks.whole(first, rows), op.getAxis(),
                                isa::Engine::gpsimd, tile::DmaIssue());
    });
  }

  void lower(graph::ReduceScatterOp op) {
    Blocks blocks(cast<RankedTensorType>(op.getType()), op.getDim(),
                  op.getParts());
    if (blocks.isEmpty())
      return;
    blocks.forEachPiece([&](int64_t first, int64_t rows) {
      tile::ReduceScatterOp::create(
          kernel.builder, kernel.location(), isa::ReduceOp::add, source,
          blocks.whole(first, rows), destination, blocks.part(first, rows),
          op.getAxis(), isa::Engine::gpsimd, tile::DmaIssue());
    });
  }

private:
  KernelBuilder &kernel;
  RankedTensorType type; // of the operand
  Value source, destination;
};

} // namespace

LogicalResult glia::lowerCollective(KernelBuilder &kernel,
                                    graph::FusionOp fusion) {
  Operation *root = fusion.getRoot();
  if (!llvm::hasSingleElement(fusion.getBlock()->without_terminator()))
    return fusion.emitOpError()
           << "expects a collective to be alone in its fusion";
  CollectiveKernel lowering(kernel, root->getOperand(0),
                            kernel.bufferOf(fusion.getResult(0)));
  llvm::TypeSwitch<Operation *>(root)
      .Case<graph::AllReduceOp, graph::AllGatherOp, graph::ReduceScatterOp>(
          [&](auto op) { lowering.lower(op); });
  return success();
}
