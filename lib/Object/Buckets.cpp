//===- Buckets.cpp - Several sizes of one dimension in one program --------===//
//
// Extents are listed size by size: no formula is trusted to a file, and a
// loader need not know how a convolution rounds.
//
//===----------------------------------------------------------------------===//
#include "Buckets.h"
#include "Format.h"
#include "glia/Support/Error.h"
#include "glia/Support/Limits.h"

using namespace llvm;

namespace glia {

std::optional<int64_t> ObjectImage::bucketSize(const Entry &entry) const {
  if (!buckets.dim.empty())
    for (const auto &[name, size] : entry.dims)
      if (name == buckets.dim)
        return size;
  return std::nullopt;
}

const Entry *ObjectImage::bucketFor(int64_t size) const {
  const Entry *best = nullptr;
  for (const Entry &entry : entries)
    if (std::optional<int64_t> has = bucketSize(entry);
        has && *has >= size && (!best || *has < *bucketSize(*best)))
      best = &entry;
  return best;
}

std::vector<int64_t> ObjectImage::shapeAt(size_t binding, int64_t size) const {
  std::vector<int64_t> shape(bindings[binding].shape.begin(),
                             bindings[binding].shape.end());
  for (const BucketAxis &axis : buckets.axes)
    if (axis.binding == binding)
      shape[axis.axis] = axis.extents[size_t(size - buckets.least)];
  return shape;
}

namespace object {

std::vector<uint8_t> writeBuckets(const ObjectImage &image) {
  const BucketTable &table = image.buckets;
  ByteWriter writer;
  if (table.dim.empty())
    return {};
  writer.string(table.dim);
  writer.number(table.least);
  writer.number<uint32_t>(uint32_t(table.axes.size()));
  for (const BucketAxis &axis : table.axes) {
    writer.number(axis.binding);
    writer.number(axis.axis);
    writer.number<uint32_t>(uint32_t(axis.extents.size()));
    for (int64_t extent : axis.extents)
      writer.number(extent);
  }
  writer.number<uint32_t>(uint32_t(table.pads.size()));
  for (const BucketPad &pad : table.pads) {
    writer.number(pad.binding);
    writer.number(pad.bits);
  }
  return std::move(writer.bytes);
}

void readBuckets(ByteReader &reader, BucketTable &table) {
  table.dim = reader.string();
  table.least = reader.number<int64_t>();
  table.axes.resize(reader.count(12));
  for (BucketAxis &axis : table.axes) {
    axis.binding = reader.number<uint32_t>();
    axis.axis = reader.number<uint32_t>();
    axis.extents.resize(reader.count(8));
    for (int64_t &extent : axis.extents)
      extent = reader.number<int64_t>();
  }
  table.pads.resize(reader.count(12));
  for (BucketPad &pad : table.pads) {
    pad.binding = reader.number<uint32_t>();
    pad.bits = reader.number<uint64_t>();
  }
}

//   .buckets "sequence" least 1 axis 0 1 (1, 2, 3) axis 2 1 (1, 2, 3) pad 0 0
void readBuckets(AssemblyCursor &cursor, BucketTable &table) {
  table.dim = cursor.string();
  if (!cursor.consumeWord("least"))
    cursor.fail("expects `least`");
  table.least = cursor.number<int64_t>();
  while (!cursor.failed() && cursor.consumeWord("axis")) {
    BucketAxis &axis = table.axes.emplace_back();
    axis.binding = cursor.number<uint32_t>();
    axis.axis = cursor.number<uint32_t>();
    cursor.expect('(');
    while (!cursor.failed() && !cursor.consume(')')) {
      if (!axis.extents.empty())
        cursor.expect(',');
      axis.extents.push_back(cursor.number<int64_t>());
    }
  }
  while (!cursor.failed() && cursor.consumeWord("pad")) {
    uint32_t binding = cursor.number<uint32_t>();
    table.pads.push_back({binding, cursor.number<uint64_t>()});
  }
}

void printBuckets(const BucketTable &table, raw_ostream &os) {
  os << '"';
  os.write_escaped(table.dim, /*UseHexEscapes=*/true);
  os << "\" least " << table.least;
  for (const BucketAxis &axis : table.axes) {
    os << " axis " << axis.binding << ' ' << axis.axis << " (";
    interleaveComma(axis.extents, os);
    os << ')';
  }
  for (const BucketPad &pad : table.pads)
    os << " pad " << pad.binding << ' ' << pad.bits;
}

static Error invalid(const Twine &message) {
  return makeError(ErrorCode::E1211, "buckets: " + message);
}

static Error checkAxis(const ObjectImage &image, const BucketAxis &axis,
                       size_t sizes) {
  if (axis.binding >= image.bindings.size() ||
      axis.axis >= image.bindings[axis.binding].shape.size())
    return invalid("expects the axis of a binding, got " +
                   Twine(axis.binding) + " and " + Twine(axis.axis));
  const Binding &binding = image.bindings[axis.binding];
  if (binding.kind == BindingKind::state || !binding.shards.empty())
    return invalid("expects no axis of a state or of a tensor with shards");
  if (axis.extents.size() != sizes)
    return invalid("expects " + Twine(sizes) + " extents of each axis, got " +
                   Twine(axis.extents.size()));
  int64_t before = 0;
  bool isInput = binding.kind == BindingKind::input;
  for (int64_t extent : axis.extents) {
    if (extent < before + (isInput && before > 0))
      return invalid("expects extents of `" + escapeForMessage(binding.name) +
                     "` that do not fall (an input's rise), got " +
                     Twine(extent) + " behind " + Twine(before));
    before = extent;
  }
  if (axis.extents.back() != binding.shape[axis.axis])
    return invalid("expects the largest extent of `" +
                   escapeForMessage(binding.name) + "` to be the binding's " +
                   Twine(binding.shape[axis.axis]) + ", got " +
                   Twine(axis.extents.back()));
  return Error::success();
}

Error checkBuckets(const ObjectImage &image) {
  const BucketTable &table = image.buckets;
  if (table.dim.empty())
    return table.axes.empty() && table.pads.empty() && table.least == 0
               ? Error::success()
               : invalid("expects the name of a dimension");
  if (!isText(table.dim))
    return invalid("expects a dimension's name as UTF-8");
  if (table.axes.empty() || table.axes.front().extents.empty() ||
      table.least < 0)
    return invalid("expects an axis with extents, and sizes from 0 on");
  size_t sizes = table.axes.front().extents.size();
  for (const BucketAxis &axis : table.axes)
    if (Error error = checkAxis(image, axis, sizes))
      return error;
  int64_t most = 0;
  for (const Entry &entry : image.entries) {
    std::optional<int64_t> size = image.bucketSize(entry);
    if (!size || *size < table.least ||
        uint64_t(*size - table.least) >= sizes)
      return invalid("expects every entry to be of a size in the table, `" +
                     escapeForMessage(entry.name) + "` is not");
    most = std::max(most, *size);
  }
  if (uint64_t(most - table.least) + 1 != sizes)
    return invalid("expects extents up to the largest entry's size " +
                   Twine(most));
  for (const BucketPad &pad : table.pads)
    if (pad.binding >= image.bindings.size() ||
        image.bindings[pad.binding].kind != BindingKind::input)
      return invalid("expects to pad an input, got binding " +
                     Twine(pad.binding));
  return Error::success();
}

} // namespace object

std::string formatBuckets(const BucketTable &table) {
  std::string text;
  raw_string_ostream os(text);
  if (!table.dim.empty())
    object::printBuckets(table, os);
  return text;
}

Error parseBuckets(StringRef text, BucketTable &table) {
  if (text.empty())
    return Error::success();
  AssemblyCursor cursor(text);
  object::readBuckets(cursor, table);
  if (!cursor.failed() && !cursor.atEnd())
    cursor.fail("expects the end of the line");
  return cursor.failed() ? makeError(ErrorCode::E1206, cursor.message())
                         : Error::success();
}

} // namespace glia
