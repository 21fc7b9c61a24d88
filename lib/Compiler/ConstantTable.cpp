//===- ConstantTable.cpp - Constants of IR that is written out ------------===//
//
//   glia.constants = {imported = 20, fingerprint = "0x...", derived = [
//     {span = 3, type = "f32", shape = [64, 3, 7, 7], program = [{transpose =
//     [2, 3, 1, 0]}]}, {bytes = [...], type = "f32", shape = [1], program =
//     []}]}
//
// `span` is an importer's constant with the same source.
//
//===----------------------------------------------------------------------===//
#include "ConstantTable.h"
#include "glia/Support/Error.h"
#include "glia/Support/Limits.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/Support/xxhash.h"

using namespace glia;
using namespace mlir;

static constexpr StringRef tableName = "glia.constants";

/// Of everything by which the importer's constants are told apart but their
/// bytes in files, which would have to be read.
static std::string fingerprint(const ConstantStore &constants, size_t count) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (size_t id = 0; id < count; ++id) {
    const Constant &constant = constants.get(id);
    os << constant.name << '\0' << name(constant.sourceType);
    for (int64_t extent : constant.sourceShape)
      os << ' ' << extent;
    if (auto *span = std::get_if<FileSpan>(&constant.source))
      os << '@' << span->offset << '+' << span->bytes;
    else
      os << '='
         << llvm::toStringRef(llvm::ArrayRef<uint8_t>(
                std::get<MemorySpan>(constant.source).bytes));
    os << ';' << constant.program.size();
  }
  return "0x" + llvm::utohexstr(llvm::xxh3_64bits(text), /*LowerCase=*/true);
}

static DictionaryAttr writeStep(Builder &builder, const ConstantStep &step) {
  auto numbers = [&](ArrayRef<int64_t> values) {
    return builder.getDenseI64ArrayAttr(values);
  };
  auto entry = [&](StringRef key, Attribute value) {
    return builder.getNamedAttr(key, value);
  };
  if (auto *transpose = std::get_if<TransposeStep>(&step))
    return builder.getDictionaryAttr(
        {entry("transpose", numbers(transpose->permutation))});
  if (auto *reshape = std::get_if<ReshapeStep>(&step))
    return builder.getDictionaryAttr(
        {entry("reshape", numbers(reshape->shape))});
  if (auto *slice = std::get_if<SliceStep>(&step))
    return builder.getDictionaryAttr(
        {entry("sizes", numbers(slice->sizes)),
         entry("slice", numbers(slice->starts)),
         entry("strides", numbers(slice->strides))});
  if (auto *broadcast = std::get_if<BroadcastStep>(&step))
    return builder.getDictionaryAttr(
        {entry("broadcast", numbers(broadcast->shape))});
  if (auto *pad = std::get_if<PadStep>(&step))
    return builder.getDictionaryAttr(
        {entry("pad", numbers({pad->dimension, pad->extent}))});
  if (auto *shard = std::get_if<ShardStep>(&step))
    return builder.getDictionaryAttr({entry(
        "shard", numbers({shard->dimension, shard->parts, shard->divisor}))});
  return builder.getDictionaryAttr({entry(
      "cast", builder.getStringAttr(name(std::get<CastStep>(step).type)))});
}

static DictionaryAttr writeConstant(Builder &builder,
                                    const ConstantStore &constants,
                                    const Constant &constant, size_t imported) {
  NamedAttrList fields;
  for (size_t id = 0; id < imported && !fields.get("span"); ++id)
    if (constants.get(id).origin() == constant.origin())
      fields.set("span", builder.getI64IntegerAttr(id));
  if (!fields.get("span")) {
    auto &bytes = std::get<MemorySpan>(constant.source).bytes;
    fields.set("bytes", builder.getDenseI8ArrayAttr(ArrayRef<int8_t>(
                            reinterpret_cast<const int8_t *>(bytes.data()),
                            bytes.size())));
  }
  fields.set("type", builder.getStringAttr(name(constant.sourceType)));
  fields.set("shape", builder.getDenseI64ArrayAttr(constant.sourceShape));
  SmallVector<Attribute> program;
  for (const ConstantStep &step : constant.program)
    program.push_back(writeStep(builder, step));
  fields.set("program", builder.getArrayAttr(program));
  return fields.getDictionary(builder.getContext());
}

void glia::writeConstantTable(ModuleOp module, const ConstantStore &constants,
                              size_t imported) {
  Builder builder(module.getContext());
  SmallVector<Attribute> derived;
  for (size_t id = imported; id < constants.size(); ++id)
    derived.push_back(
        writeConstant(builder, constants, constants.get(id), imported));
  module->setAttr(
      tableName,
      builder.getDictionaryAttr(
          {builder.getNamedAttr("derived", builder.getArrayAttr(derived)),
           builder.getNamedAttr(
               "fingerprint",
               builder.getStringAttr(fingerprint(constants, imported))),
           builder.getNamedAttr("imported",
                                builder.getI64IntegerAttr(imported))}));
}

static std::optional<ConstantStep> readStep(DictionaryAttr step) {
  auto numbers = [&](StringRef key) -> std::optional<SmallVector<int64_t, 6>> {
    auto values = step.getAs<DenseI64ArrayAttr>(key);
    if (!values)
      return std::nullopt;
    return SmallVector<int64_t, 6>(values.asArrayRef());
  };
  if (auto permutation = numbers("transpose"))
    return TransposeStep{*permutation};
  if (auto shape = numbers("reshape"))
    return ReshapeStep{*shape};
  if (auto shape = numbers("broadcast"))
    return BroadcastStep{*shape};
  if (auto pad = numbers("pad"); pad && pad->size() == 2)
    return PadStep{(*pad)[0], (*pad)[1]};
  if (auto shard = numbers("shard"); shard && shard->size() == 3)
    return ShardStep{(*shard)[0], (*shard)[1], (*shard)[2]};
  auto starts = numbers("slice"), sizes = numbers("sizes"),
       strides = numbers("strides");
  if (starts && sizes && strides)
    return SliceStep{*starts, *sizes, *strides};
  if (auto cast = step.getAs<StringAttr>("cast"))
    if (auto type = parseElementType(cast))
      return CastStep{*type};
  return std::nullopt;
}

/// Elements of a tensor that the limits allow; none beyond them.
static std::optional<uint64_t> countElements(ArrayRef<int64_t> shape,
                                             ElementType type) {
  uint64_t count = 1, bits = 0;
  for (int64_t extent : shape)
    if (extent < 0 || __builtin_mul_overflow(count, uint64_t(extent), &count))
      return std::nullopt;
  if (shape.size() > limits::tensorRank ||
      __builtin_mul_overflow(count, uint64_t(bitWidth(type)), &bits) ||
      bits / 8 > limits::tensorBytes)
    return std::nullopt;
  return count;
}

static bool isPermutation(ArrayRef<int64_t> axes, size_t rank) {
  llvm::SmallBitVector seen(rank);
  for (int64_t axis : axes) {
    if (axis < 0 || axis >= int64_t(rank) || seen.test(axis))
      return false;
    seen.set(axis);
  }
  return axes.size() == rank;
}

static bool fits(const SliceStep &slice, ArrayRef<int64_t> shape) {
  if (slice.starts.size() != shape.size() ||
      slice.sizes.size() != shape.size() ||
      slice.strides.size() != shape.size())
    return false;
  for (auto [extent, start, size, stride] :
       llvm::zip(shape, slice.starts, slice.sizes, slice.strides)) {
    __int128 last = __int128(start) + __int128(size - 1) * stride;
    if (size < 0 || stride == 0 ||
        (size > 0 &&
         (start < 0 || start >= extent || last < 0 || last >= extent)))
      return false;
  }
  return true;
}

static bool fits(const BroadcastStep &step, ArrayRef<int64_t> shape) {
  if (step.shape.size() < shape.size())
    return false;
  ArrayRef<int64_t> last =
      ArrayRef<int64_t>(step.shape).take_back(shape.size());
  return llvm::all_of(llvm::zip(shape, last), [](auto pair) {
    auto [from, to] = pair;
    return from == 1 || from == to;
  });
}

static bool fits(const PadStep &step, ArrayRef<int64_t> shape) {
  return step.dimension >= 0 && step.dimension < int64_t(shape.size()) &&
         step.extent >= shape[step.dimension];
}

static bool fits(const ShardStep &step, ArrayRef<int64_t> shape) {
  return step.dimension >= 0 && step.dimension < int64_t(shape.size()) &&
         step.parts > 0 && step.divisor > 0 &&
         shape[step.dimension] % step.parts == 0;
}

/// Source and every step of what was read hold together: what follows computes
/// addresses with them.
static bool isSound(const Constant &constant) {
  ElementType type = constant.sourceType;
  Shape shape = constant.sourceShape;
  std::optional<uint64_t> count = countElements(shape, type);
  auto *span = std::get_if<FileSpan>(&constant.source);
  uint64_t bytes =
      span ? span->bytes : std::get<MemorySpan>(constant.source).bytes.size();
  if (!count || storageBytes(type, *count) != bytes)
    return false;
  for (const ConstantStep &step : constant.program) {
    if (auto *transpose = std::get_if<TransposeStep>(&step)) {
      if (!isPermutation(transpose->permutation, shape.size()))
        return false;
      Shape permuted;
      for (int64_t axis : transpose->permutation)
        permuted.push_back(shape[axis]);
      shape = permuted;
    } else if (auto *reshape = std::get_if<ReshapeStep>(&step)) {
      if (countElements(reshape->shape, type) != count)
        return false;
      shape = reshape->shape;
    } else if (auto *slice = std::get_if<SliceStep>(&step)) {
      if (!fits(*slice, shape))
        return false;
      shape = slice->sizes;
    } else if (auto *broadcast = std::get_if<BroadcastStep>(&step)) {
      if (!fits(*broadcast, shape))
        return false;
      shape = broadcast->shape;
    } else if (auto *pad = std::get_if<PadStep>(&step)) {
      if (!fits(*pad, shape))
        return false;
      shape[pad->dimension] = pad->extent;
    } else if (auto *shard = std::get_if<ShardStep>(&step)) {
      if (!fits(*shard, shape))
        return false;
      shape[shard->dimension] /= shard->parts;
    } else {
      type = std::get<CastStep>(step).type;
    }
    count = countElements(shape, type);
    if (!count)
      return false;
  }
  return true;
}

static std::optional<Constant> readConstant(DictionaryAttr fields,
                                            const ConstantStore &constants,
                                            int64_t imported) {
  auto type = fields.getAs<StringAttr>("type");
  auto shape = fields.getAs<DenseI64ArrayAttr>("shape");
  auto program = fields.getAs<ArrayAttr>("program");
  std::optional<ElementType> elementType =
      type ? parseElementType(type) : std::nullopt;
  if (!elementType || !shape || !program)
    return std::nullopt;
  Constant constant;
  constant.sourceType = *elementType;
  constant.sourceShape.assign(shape.asArrayRef().begin(),
                              shape.asArrayRef().end());
  if (auto span = fields.getAs<IntegerAttr>("span")) {
    if (span.getInt() < 0 || span.getInt() >= imported)
      return std::nullopt;
    constant.name = constants.get(span.getInt()).name;
    constant.source = constants.get(span.getInt()).source;
  } else if (auto bytes = fields.getAs<DenseI8ArrayAttr>("bytes")) {
    auto *first = reinterpret_cast<const uint8_t *>(bytes.asArrayRef().data());
    constant.source =
        MemorySpan{std::vector<uint8_t>(first, first + bytes.size())};
  } else {
    return std::nullopt;
  }
  for (Attribute step : program) {
    auto entry = dyn_cast<DictionaryAttr>(step);
    std::optional<ConstantStep> read = entry ? readStep(entry) : std::nullopt;
    if (!read)
      return std::nullopt;
    constant.program.push_back(*read);
  }
  if (!isSound(constant))
    return std::nullopt;
  return constant;
}

llvm::Error glia::readConstantTable(ModuleOp module, ConstantStore &constants) {
  auto table = module->getAttrOfType<DictionaryAttr>(tableName);
  auto imported = table ? table.getAs<IntegerAttr>("imported") : IntegerAttr();
  auto print = table ? table.getAs<StringAttr>("fingerprint") : StringAttr();
  auto derived = table ? table.getAs<ArrayAttr>("derived") : ArrayAttr();
  if (!imported || !print || !derived)
    return makeError(
        ErrorCode::E1600,
        "expects the module attribute `glia.constants` that --emit writes");
  if (imported.getInt() != static_cast<int64_t>(constants.size()) ||
      print.getValue() != fingerprint(constants, constants.size()))
    return makeError(ErrorCode::E1601,
                     "the IR was made from another model: its " +
                         llvm::Twine(imported.getInt()) +
                         " constants are not the model's " +
                         llvm::Twine(constants.size()));
  for (Attribute entry : derived) {
    auto fields = dyn_cast<DictionaryAttr>(entry);
    std::optional<Constant> constant =
        fields ? readConstant(fields, constants, imported.getInt())
               : std::nullopt;
    if (!constant)
      return makeError(
          ErrorCode::E1600,
          "`glia.constants` has a derived constant that cannot be read");
    constants.add(std::move(*constant));
  }
  module->removeAttr(tableName);
  return llvm::Error::success();
}
