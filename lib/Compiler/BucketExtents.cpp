//===- BucketExtents.cpp - Shapes as functions of one dimension -----------===//
//
// What comes out at which size is asked of the importer, not derived from
// operators: it is the one that knows how each of them rounds.
//
//===----------------------------------------------------------------------===//
#include "BucketExtents.h"
#include "glia/Support/Error.h"
#include "mlir/IR/MLIRContext.h"
#include <map>

using namespace glia;

namespace {
/// All extents of inputs and outputs, one after the other.
using Extents = std::vector<int64_t>;

class ExtentSearch {
public:
  ExtentSearch(llvm::StringRef model, const ImportOptions &options,
               const std::string &dim, int64_t most)
      : model(model), options(options), dim(dim), most(most) {}
  llvm::Expected<BucketExtents> find();

private:
  llvm::Expected<ImportResult> import(int64_t size);
  const Extents *sample(int64_t size);
  std::optional<Extents> predict(int64_t size, int64_t period);
  bool hasPeriod(int64_t period);
  int64_t findLeast();

  llvm::StringRef model;
  ImportOptions options;
  const std::string &dim;
  int64_t most;
  std::map<int64_t, std::optional<Extents>> samples;
};
} // namespace

static Extents extentsOf(const ImportResult &result) {
  Extents all;
  for (llvm::ArrayRef<ImportedTensor> tensors : {result.inputs, result.outputs})
    for (const ImportedTensor &tensor : tensors)
      all.insert(all.end(), tensor.shape.begin(), tensor.shape.end());
  return all;
}

llvm::Expected<ImportResult> ExtentSearch::import(int64_t size) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  ImportOptions at = options;
  at.dims[dim] = size;
  llvm::Expected<ImportResult> result = importONNX(context, model, at);
  if (result)
    result->module = {}; // before its context
  return result;
}

/// Null where the model cannot have this size.
const Extents *ExtentSearch::sample(int64_t size) {
  auto [entry, isNew] = samples.try_emplace(size);
  if (isNew && size >= 0) {
    llvm::Expected<ImportResult> result = import(size);
    if (result)
      entry->second = extentsOf(*result);
    llvm::consumeError(result.takeError());
  }
  return entry->second ? &*entry->second : nullptr;
}

/// From the period below `most`, and the step from the one before it.
std::optional<Extents> ExtentSearch::predict(int64_t size, int64_t period) {
  int64_t back = (most - size) % period, periods = (most - size) / period;
  const Extents *last = sample(most - back),
                *before = sample(most - back - period);
  if (!last || !before || last->size() != before->size())
    return std::nullopt;
  Extents extents(last->size());
  for (size_t i = 0; i < extents.size(); ++i)
    extents[i] = (*last)[i] - periods * ((*last)[i] - (*before)[i]);
  return extents;
}

/// The smallest size that imports, searched by halves from 1 on.
int64_t ExtentSearch::findLeast() {
  int64_t low = 1, high = most;
  while (low < high) {
    int64_t middle = low + (high - low) / 2;
    if (sample(middle))
      high = middle;
    else
      low = middle + 1;
    if (high == 1 || sample(1))
      return 1;
  }
  return high;
}

bool ExtentSearch::hasPeriod(int64_t period) {
  int64_t least = findLeast();
  if (most - 2 * period + 1 < least)
    return false;
  const Extents &last = *sample(most);
  auto step = predict(most - period, period);
  for (int64_t back = 0; back < period; ++back) {
    auto here = predict(most - back, period),
         below = predict(most - back - period, period);
    if (!step || !here || !below)
      return false;
    for (size_t i = 0; i < last.size(); ++i) // one step for all of the period
      if ((*here)[i] - (*below)[i] != last[i] - (*step)[i])
        return false;
  }
  for (int64_t size = least; size < std::min(least + period, most); ++size)
    if (const Extents *known = sample(size);
        !known || *known != predict(size, period).value_or(Extents()))
      return false;
  return true;
}

llvm::Expected<BucketExtents> ExtentSearch::find() {
  llvm::Expected<ImportResult> whole = import(most);
  if (!whole)
    return whole.takeError();
  samples[most] = extentsOf(*whole);
  BucketExtents result;
  result.least = findLeast();
  static constexpr int64_t periods[] = {1, 2,  4,  8,  16, 32, 64, 3,
                                        5, 6, 10, 12, 20, 24, 48, 96};
  const int64_t *period =
      llvm::find_if(periods, [&](int64_t each) { return hasPeriod(each); });
  if (period == std::end(periods))
    return makeError(
        GliaError(ErrorCode::E2800,
                  "`--bucket`: the shapes of inputs and outputs do not follow "
                  "the dimension `" +
                      escapeForMessage(dim) + "` regularly")
            .with("flag", "--bucket")
            .remedy("compile once for each size with --dim"));
  size_t at = 0;
  auto add = [&](llvm::ArrayRef<ImportedTensor> tensors, bool isInput) {
    for (const ImportedTensor &tensor : tensors)
      for (uint32_t axis = 0; axis < tensor.shape.size(); ++axis, ++at) {
        BucketExtents::Axis found{isInput, tensor.name, axis, {}};
        for (int64_t size = result.least; size <= most; ++size)
          found.extents.push_back((*predict(size, *period))[at]);
        if (found.extents.front() != found.extents.back())
          result.axes.push_back(std::move(found));
      }
  };
  add(whole->inputs, true);
  add(whole->outputs, false);
  return result;
}

llvm::Expected<BucketExtents>
glia::findBucketExtents(llvm::StringRef model, const ImportOptions &options,
                        const std::string &dim, int64_t most) {
  return ExtentSearch(model, options, dim, most).find();
}
