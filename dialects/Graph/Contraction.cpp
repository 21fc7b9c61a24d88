//===- Contraction.cpp - contract and convolution -------------------------===//
//
// Rules, type inference and loops of the ops in Contraction.td. Labels in
// messages are those of the ops' descriptions.
//
//===----------------------------------------------------------------------===//
#include "dialects/Graph/NumericOrder.h"
#include "dialects/Graph/ShapeRules.h"

using namespace mlir;

namespace glia::graph {

static LogicalResult verifyCut(Operation *op, StringRef label, int64_t cut) {
  if (cut < 1 || cut > contractionCut)
    return op->emitOpError() << label << ": expects `k_cut` from 1 to "
                             << contractionCut << ", got " << cut;
  return success();
}

//===----------------------------------------------------------------------===//
// contract
//===----------------------------------------------------------------------===//

/// {rows, columns} of an operand's last two dimensions, transposition undone.
static std::pair<int64_t, int64_t> matrixSizes(RankedTensorType type,
                                               bool transposed) {
  int64_t rows = type.getShape()[type.getRank() - 2],
          columns = type.getShape().back();
  return transposed ? std::make_pair(columns, rows)
                    : std::make_pair(rows, columns);
}

int64_t ContractOp::getM() {
  return matrixSizes(getLhs().getType(), getTransposeLhs()).first;
}
int64_t ContractOp::getN() {
  return matrixSizes(getRhs().getType(), getTransposeRhs()).second;
}
int64_t ContractOp::getK() {
  return matrixSizes(getLhs().getType(), getTransposeLhs()).second;
}

LogicalResult ContractOp::inferReturnTypes(MLIRContext *context,
                                           std::optional<Location> location,
                                           Adaptor adaptor,
                                           SmallVectorImpl<Type> &types) {
  auto lhs = dyn_cast<RankedTensorType>(adaptor.getLhs().getType());
  auto rhs = dyn_cast<RankedTensorType>(adaptor.getRhs().getType());
  if (!lhs || !rhs)
    return failure();
  if (lhs.getRank() < 2 || rhs.getRank() < 2)
    return emitOptionalError(
        location, "contract_c1: expects operands of rank 2 or more, got ",
        lhs.getRank(), " and ", rhs.getRank());
  std::optional<SmallVector<int64_t>> shape =
      broadcastShapes(lhs.getShape().drop_back(2), rhs.getShape().drop_back(2));
  if (!shape)
    return emitOptionalError(
        location,
        "contract_c2: expects leading dimensions that broadcast, got ",
        formatShape(lhs.getShape().drop_back(2)), " and ",
        formatShape(rhs.getShape().drop_back(2)));
  auto [m, k] = matrixSizes(lhs, adaptor.getTransposeLhs());
  auto [otherK, n] = matrixSizes(rhs, adaptor.getTransposeRhs());
  if (k != otherK)
    return emitOptionalError(
        location, "contract_c3: expects operands with the same K, got ", k,
        " and ", otherK);
  if (lhs.getElementType() != rhs.getElementType())
    return emitOptionalError(
        location, "contract_c4: expects operands of one element type, got ",
        lhs.getElementType(), " and ", rhs.getElementType());
  shape->append({m, n});
  types.push_back(RankedTensorType::get(*shape, Float32Type::get(context)));
  return success();
}

LogicalResult ContractOp::verify() {
  return verifyCut(*this, "contract_c5", getKCut());
}

PrecisionClass ContractOp::getPrecisionClass() {
  return PrecisionClass::product;
}

SmallVector<LoopKind> ContractOp::getLoops() {
  SmallVector<LoopKind> loops(getResult().getType().getRank(),
                              LoopKind::parallel);
  loops.push_back(LoopKind::reduction);
  return loops;
}

SmallVector<int64_t> ContractOp::getLoopExtents() {
  SmallVector<int64_t> extents(getResult().getType().getShape());
  extents.push_back(getK());
  return extents;
}

AffineMap ContractOp::getOperandMap(unsigned operand) {
  ArrayRef<int64_t> result = getResult().getType().getShape();
  unsigned rank = result.size();
  ArrayRef<int64_t> shape = tensorType(getOperand(operand)).getShape();
  AffineMap batch = broadcastMap(getContext(), shape.drop_back(2),
                                 result.drop_back(2), rank + 1);
  SmallVector<AffineExpr> indices(batch.getResults());
  AffineExpr m = getAffineDimExpr(rank - 2, getContext()),
             n = getAffineDimExpr(rank - 1, getContext());
  AffineExpr k = getAffineDimExpr(rank, getContext());
  AffineExpr first = operand == 0 ? m : k, second = operand == 0 ? k : n;
  if (operand == 0 ? getTransposeLhs() : getTransposeRhs())
    std::swap(first, second);
  indices.append({first, second});
  return AffineMap::get(rank + 1, 0, indices, getContext());
}

AffineMap ContractOp::getResultMap(unsigned) {
  unsigned rank = getResult().getType().getRank();
  return AffineMap::getMultiDimIdentityMap(rank + 1, getContext())
      .getMajorSubMap(rank);
}

//===----------------------------------------------------------------------===//
// convolution
//===----------------------------------------------------------------------===//

LogicalResult ConvolutionOp::inferReturnTypes(MLIRContext *context,
                                              std::optional<Location> location,
                                              Adaptor adaptor,
                                              SmallVectorImpl<Type> &types) {
  auto input = dyn_cast<RankedTensorType>(adaptor.getInput().getType());
  auto weight = dyn_cast<RankedTensorType>(adaptor.getWeight().getType());
  if (!input || !weight)
    return failure();
  if (input.getRank() != weight.getRank() || input.getRank() < 3 ||
      input.getRank() > 4)
    return emitOptionalError(location,
                             "convolution_c1: expects input and weight of the "
                             "same rank, 3 or 4, got ",
                             input.getRank(), " and ", weight.getRank());
  unsigned spatial = input.getRank() - 2;
  ArrayRef<int64_t> strides = adaptor.getStrides(),
                    dilations = adaptor.getDilations(),
                    pads = adaptor.getPads();
  auto tooSmall = [](int64_t least) {
    return [least](int64_t value) { return value < least; };
  };
  if (strides.size() != spatial || dilations.size() != spatial ||
      llvm::any_of(strides, tooSmall(1)) ||
      llvm::any_of(dilations, tooSmall(1)))
    return emitOptionalError(location, "convolution_c2: expects ", spatial,
                             " strides and dilations of at least 1");
  if (pads.size() != 2 * spatial || llvm::any_of(pads, tooSmall(0)))
    return emitOptionalError(location, "convolution_c3: expects ", 2 * spatial,
                             " pads of at least 0");
  int64_t groups = adaptor.getGroups(), channels = input.getDimSize(1),
          outputs = weight.getDimSize(0);
  if (groups < 1 || channels % groups || outputs % groups)
    return emitOptionalError(
        location, "convolution_c4: expects `groups` to divide ", channels,
        " input and ", outputs, " output channels, got ", groups);
  if (weight.getDimSize(1) != channels / groups)
    return emitOptionalError(location, "convolution_c5: expects ",
                             channels / groups, " weight channels, got ",
                             weight.getDimSize(1));
  SmallVector<int64_t> shape{input.getDimSize(0), outputs};
  for (unsigned d = 0; d < spatial; ++d) {
    int64_t padded = input.getDimSize(2 + d) + pads[d] + pads[spatial + d];
    int64_t kernel = (weight.getDimSize(2 + d) - 1) * dilations[d] + 1;
    if (kernel < 1 || padded < kernel)
      return emitOptionalError(location,
                               "convolution_c6: expects a padded input that "
                               "holds the dilated kernel, got ",
                               padded, " and ", kernel,
                               " in spatial dimension ", d);
    shape.push_back((padded - kernel) / strides[d] + 1);
  }
  if (input.getElementType() != weight.getElementType())
    return emitOptionalError(
        location,
        "convolution_c7: expects input and weight of one element type, got ",
        input.getElementType(), " and ", weight.getElementType());
  types.push_back(RankedTensorType::get(shape, Float32Type::get(context)));
  return success();
}

LogicalResult ConvolutionOp::verify() {
  return verifyCut(*this, "convolution_c8", getKCut());
}

/// Where each product rounds, Scalar and Vector compute in fp32.
PrecisionClass ConvolutionOp::getPrecisionClass() {
  return getKCut() == 1 ? PrecisionClass::any : PrecisionClass::product;
}

// Loops: n, o, the result's spatial dimensions, the kernel's (window), then
// the channel of the group.
SmallVector<LoopKind> ConvolutionOp::getLoops() {
  SmallVector<LoopKind> loops(2 + getSpatialRank(), LoopKind::parallel);
  loops.append(getSpatialRank(), LoopKind::window);
  loops.push_back(LoopKind::reduction);
  return loops;
}

SmallVector<int64_t> ConvolutionOp::getLoopExtents() {
  SmallVector<int64_t> extents(getResult().getType().getShape());
  llvm::append_range(extents, getWeight().getType().getShape().drop_front(2));
  extents.push_back(getGroupChannels());
  return extents;
}

AffineMap ConvolutionOp::getOperandMap(unsigned operand) {
  unsigned spatial = getSpatialRank(), loops = 3 + 2 * spatial;
  auto dim = [&](unsigned i) { return getAffineDimExpr(i, getContext()); };
  AffineExpr channel = dim(loops - 1);
  SmallVector<AffineExpr> indices;
  if (operand == 1) {
    indices = {dim(1), channel};
    for (unsigned d = 0; d < spatial; ++d)
      indices.push_back(dim(2 + spatial + d));
    return AffineMap::get(loops, 0, indices, getContext());
  }
  int64_t outputsPerGroup = getWeight().getType().getDimSize(0) / getGroups();
  AffineExpr inputChannel =
      getGroups() == 1
          ? channel
          : dim(1).floorDiv(outputsPerGroup) * getGroupChannels() + channel;
  indices = {dim(0), inputChannel};
  for (unsigned d = 0; d < spatial; ++d)
    indices.push_back(dim(2 + d) * getStrides()[d] +
                      dim(2 + spatial + d) * getDilations()[d] - getPads()[d]);
  return AffineMap::get(loops, 0, indices, getContext());
}

AffineMap ConvolutionOp::getResultMap(unsigned) {
  unsigned spatial = getSpatialRank();
  return AffineMap::getMultiDimIdentityMap(3 + 2 * spatial, getContext())
      .getMajorSubMap(2 + spatial);
}

} // namespace glia::graph
