//===- Layout.cpp - From the ONNX form of a state to its form in HBM ------===//
//
// Shapes only; the bytes move in lib/Interpreter/States.cpp.
//
//===----------------------------------------------------------------------===//

#include "glia/Object/Object.h"
#include "glia/Support/Error.h"
#include "glia/Support/Limits.h"

using namespace llvm;

namespace glia {

static Error fail(const Twine &message) {
  return makeError(ErrorCode::E1211, message);
}

using Shape = SmallVector<int64_t, 6>;

static Error permute(Shape &shape, ArrayRef<int64_t> from) {
  Shape result;
  SmallVector<bool> taken(shape.size());
  for (int64_t dimension : from) {
    if (dimension < 0 || dimension >= int64_t(shape.size()) ||
        std::exchange(taken[size_t(dimension)], true))
      return fail("expects permute with each dimension below " +
                  Twine(shape.size()) + " once, got " + Twine(dimension));
    result.push_back(shape[size_t(dimension)]);
  }
  if (result.size() != shape.size())
    return fail("expects permute with " + Twine(shape.size()) +
                " dimensions, got " + Twine(result.size()));
  shape = std::move(result);
  return Error::success();
}

static Error pad(Shape &shape, ArrayRef<int64_t> sizes) {
  if (sizes.size() != shape.size())
    return fail("expects pad with " + Twine(shape.size()) + " sizes, got " +
                Twine(sizes.size()));
  for (auto [size, padded] : zip(shape, sizes)) {
    if (padded < size)
      return fail("expects pad to a size of at least " + Twine(size) +
                  ", got " + Twine(padded));
    size = padded;
  }
  return Error::success();
}

static Error tile(Shape &shape, ArrayRef<int64_t> values) {
  if (values.size() != 2 || values[0] < 0 ||
      values[0] >= int64_t(shape.size()) || values[1] < 1)
    return fail("expects tile with a dimension below " + Twine(shape.size()) +
                " and a size of at least 1");
  int64_t &extent = shape[size_t(values[0])];
  if (extent % values[1] != 0)
    return fail("expects tile with a size that divides " + Twine(extent) +
                ", got " + Twine(values[1]));
  if (shape.size() == limits::tensorRank)
    return fail("expects a rank of at most " + Twine(limits::tensorRank) +
                " behind tile");
  extent /= values[1];
  shape.insert(shape.begin() + values[0] + 1, values[1]);
  return Error::success();
}

Expected<Shape> layOutShape(ArrayRef<int64_t> shape,
                            ArrayRef<LayoutStep> steps) {
  Shape result(shape);
  for (const LayoutStep &step : steps) {
    Error error = step.kind == LayoutStep::permute ? permute(result, step.values)
                  : step.kind == LayoutStep::pad   ? pad(result, step.values)
                                                   : tile(result, step.values);
    if (error)
      return std::move(error);
  }
  return result;
}

} // namespace glia
