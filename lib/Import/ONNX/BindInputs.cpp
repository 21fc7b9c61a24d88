//===- BindInputs.cpp - Numbers for the inputs' dimensions ----------------===//
//
// See the header. A dimension's name stands for one number in the whole model,
// wherever that number was given.
//
//===----------------------------------------------------------------------===//
#include "BindInputs.h"
#include "Fold.h"
#include "llvm/ADT/StringSet.h"

namespace glia::onnx_import {

static std::string quote(llvm::StringRef name) {
  return "`" + escapeForMessage(name) + "`";
}

static llvm::Error optionError(const llvm::Twine &message) {
  return makeError(
      GliaError(ErrorCode::E1011, message.str())
          .remedy("`glia-cc inspect` lists inputs and dimensions"));
}

using Dims = std::map<std::string, int64_t>;

static llvm::Error bindDim(Dims &dims, const std::string &name, int64_t value) {
  auto [known, fresh] = dims.try_emplace(name, value);
  if (!fresh && known->second != value)
    return optionError("the dimension " + quote(name) + " is given as " +
                       llvm::Twine(known->second) + " and as " +
                       llvm::Twine(value));
  return llvm::Error::success();
}

/// Whole shapes give the names in them their numbers, too.
static llvm::Error bindShape(const ValueInfo &input,
                             llvm::ArrayRef<int64_t> shape, Dims &dims) {
  if (input.hasShape && input.dims.size() != shape.size())
    return optionError("the shape " + formatShape(shape) + " of " +
                       quote(input.name) + " has rank " +
                       llvm::Twine(shape.size()) + ", expects " +
                       llvm::Twine(input.dims.size()));
  for (auto [dim, extent] : llvm::zip(input.dims, shape)) {
    if (dim.value && *dim.value != extent)
      return optionError("the shape " + formatShape(shape) + " of " +
                         quote(input.name) + " has " + llvm::Twine(extent) +
                         " where the model has " + llvm::Twine(*dim.value));
    if (!dim.value && !dim.name.empty())
      if (llvm::Error error = bindDim(dims, dim.name, extent))
        return error;
  }
  return llvm::Error::success();
}

static llvm::Error checkInput(const ValueInfo &input) {
  if (input.onnxType == 0)
    return makeError(ErrorCode::E2004,
                     "the input " + quote(input.name) + " is " +
                         (input.otherType.empty() ? "of no stated type"
                                                  : "a " + input.otherType) +
                         ", expects a tensor");
  std::optional<ElementType> type = elementTypeOf(input.onnxType);
  static constexpr ElementType supported[] = {
      ElementType::f32, ElementType::f16,    ElementType::bf16,
      ElementType::i32, ElementType::i64,    ElementType::i8,
      ElementType::u8,  ElementType::boolean};
  if (!type || !llvm::is_contained(supported, *type))
    return makeError(ErrorCode::E2001, "the input " + quote(input.name) +
                                           " has elements of type " +
                                           onnxTypeName(input.onnxType) +
                                           ", which Glia does not support");
  return llvm::Error::success();
}

static llvm::Expected<std::vector<uint8_t>>
parseValue(const InputValue &value, const ImportedTensor &input) {
  if (value.type) {
    if (*value.type != input.type || value.shape != input.shape)
      return optionError("the value of " + quote(input.name) + " is " +
                         formatShape(value.shape) + " of " + name(*value.type) +
                         ", expects " + formatShape(input.shape) + " of " +
                         name(input.type));
    return value.bytes;
  }
  llvm::SmallVector<llvm::StringRef> parts;
  if (!value.list.empty())
    llvm::StringRef(value.list).split(parts, ',');
  Shape integers;
  std::vector<uint8_t> floats;
  for (llvm::StringRef part : parts) {
    float number = 0;
    int64_t integer = 0;
    bool failed = input.type == ElementType::f32
                      ? part.trim().getAsDouble(*std::make_unique<double>())
                      : part.trim().getAsInteger(10, integer);
    if (failed)
      return optionError("the value of " + quote(input.name) +
                         " has the element " + quote(part) +
                         ", expects a number");
    if (double wide = 0;
        input.type == ElementType::f32 && !part.trim().getAsDouble(wide))
      number = static_cast<float>(wide);
    floats.insert(floats.end(), reinterpret_cast<uint8_t *>(&number),
                  reinterpret_cast<uint8_t *>(&number) + sizeof(number));
    integers.push_back(integer);
  }
  Value whole{input.type, input.shape, nullptr, std::nullopt};
  if (static_cast<int64_t>(parts.size()) != whole.elements())
    return optionError("the value of " + quote(input.name) + " has " +
                       llvm::Twine(parts.size()) + " elements, expects " +
                       llvm::Twine(whole.elements()));
  if (input.type != ElementType::f32 && !isInteger(input.type))
    return optionError("the value of " + quote(input.name) + " is a list of " +
                       name(input.type) + ", expects a .npy file");
  return input.type == ElementType::f32 ? floats
                                        : packIntegers(input.type, integers);
}

/// An initializer that gives an input its value is what the input says. E1008.
static llvm::Error checkDefault(const ValueInfo &input,
                                const StoredTensor &initializer) {
  bool fits = !input.hasShape || input.dims.size() == initializer.shape.size();
  for (auto [dim, extent] : llvm::zip(input.dims, initializer.shape))
    fits &= !dim.value || *dim.value == extent;
  if (input.onnxType != 0 && input.onnxType != initializer.onnxType)
    return makeError(ErrorCode::E1008, "the input " + quote(input.name) +
                                           " is declared as " +
                                           onnxTypeName(input.onnxType) +
                                           ", its initializer is " +
                                           onnxTypeName(initializer.onnxType));
  if (fits)
    return llvm::Error::success();
  return makeError(ErrorCode::E1008,
                   "the input " + quote(input.name) +
                       " is declared with another shape than its "
                       "initializer's, " +
                       formatShape(initializer.shape));
}

/// Options must name what the model has.
static llvm::Error checkOptions(llvm::ArrayRef<const ValueInfo *> inputs,
                                const ImportOptions &options) {
  llvm::StringSet<> names, dims;
  for (const ValueInfo *input : inputs) {
    names.insert(input->name);
    for (const Dimension &dim : input->dims)
      if (!dim.value && !dim.name.empty())
        dims.insert(dim.name);
  }
  for (const auto &[name, value] : options.dims) {
    if (!dims.contains(name))
      return optionError("--dim names " + quote(name) +
                         ", which no input of the model has");
    if (value < 0)
      return optionError("--dim gives " + quote(name) + " the number " +
                         llvm::Twine(value) + ", expects at least 0");
  }
  for (const auto &[name, shape] : options.inputShapes)
    if (!names.contains(name))
      return optionError("--input-shape names " + quote(name) +
                         ", which is no input of the model");
  for (const InputValue &value : options.inputValues)
    if (!names.contains(value.name))
      return optionError("--input-value names " + quote(value.name) +
                         ", which is no input of the model");
  return llvm::Error::success();
}

/// Appends to a list of a message, which is cut anyway when it is long: a model
/// may have a million dimensions.
static void append(std::string &list, const std::string &item,
                   llvm::StringRef separator) {
  constexpr size_t enough = 2048;
  if (list.size() < enough && list.find(item) == std::string::npos)
    list += (list.empty() ? "" : separator.str()) + item;
}

/// The shape with all numbers in; what is missing is appended to `missing`.
static Shape resolve(const ValueInfo &input, const Dims &dims,
                     std::string &missing, std::string &remedy) {
  Shape shape;
  for (auto [index, dim] : llvm::enumerate(input.dims)) {
    auto known = dims.find(dim.name);
    if (dim.value || (!dim.name.empty() && known != dims.end())) {
      shape.push_back(dim.value ? *dim.value : known->second);
      continue;
    }
    append(missing,
           (dim.name.empty() ? "dimension " + std::to_string(index)
                             : quote(dim.name)) +
               " of " + quote(input.name),
           ", ");
    append(remedy,
           dim.name.empty() ? "--input-shape " + input.name + "=..."
                            : "--dim " + dim.name + "=N",
           " ");
  }
  return shape;
}

static llvm::Error checkSize(const ImportedTensor &tensor,
                             const ImportLimits &limits) {
  uint64_t bytes = bitWidth(tensor.type) / 8;
  for (int64_t extent : tensor.shape) {
    if (extent < 0)
      return makeError(ErrorCode::E1009, "the input " + quote(tensor.name) +
                                             " has the dimension " +
                                             llvm::Twine(extent) +
                                             ", expects at least 0");
    // An empty tensor's other dimensions are bounded, too: the order in which
    // they are multiplied must not matter.
    if (extent != 0 &&
        __builtin_mul_overflow(bytes, static_cast<uint64_t>(extent), &bytes))
      bytes = UINT64_MAX;
  }
  if (tensor.shape.size() > limits.rank || bytes > limits.tensorBytes)
    return makeError(ErrorCode::E4004,
                     "the input " + quote(tensor.name) + " has the shape " +
                         formatShape(tensor.shape) + ", expects rank at most " +
                         llvm::Twine(limits.rank) + " and at most " +
                         llvm::Twine(limits.tensorBytes) + " bytes");
  return llvm::Error::success();
}

llvm::Expected<std::vector<BoundInput>>
bindInputs(const Model &model, const ImportOptions &options,
           UnsupportedList &unsupported) {
  llvm::StringMap<const StoredTensor *> initializers;
  for (const StoredTensor &initializer : model.initializers)
    initializers[initializer.name] = &initializer;
  std::vector<const ValueInfo *> inputs;
  for (const ValueInfo &input : model.inputs) {
    auto initializer = initializers.find(input.name);
    if (initializer == initializers.end())
      inputs.push_back(&input);
    else if (llvm::Error error = checkDefault(input, *initializer->second))
      return std::move(error);
  }
  if (llvm::Error error = checkOptions(inputs, options))
    return std::move(error);
  Dims dims(options.dims.begin(), options.dims.end());
  std::map<std::string, Shape> shapes(options.inputShapes.begin(),
                                      options.inputShapes.end());
  for (const InputValue &value : options.inputValues)
    if (value.type)
      shapes.try_emplace(value.name, value.shape);
  for (const ValueInfo *input : inputs)
    if (auto shape = shapes.find(input->name); shape != shapes.end())
      if (llvm::Error error = bindShape(*input, shape->second, dims))
        return std::move(error);

  std::vector<BoundInput> bound;
  std::string missing, remedy;
  for (const ValueInfo *input : inputs) {
    if (llvm::Error error = checkInput(*input)) {
      if (llvm::Error other = unsupported.collect(std::move(error)))
        return std::move(other);
      continue;
    }
    auto shape = shapes.find(input->name);
    BoundInput &each = bound.emplace_back();
    each.tensor = {input->name, *elementTypeOf(input->onnxType),
                   shape != shapes.end()
                       ? shape->second
                       : resolve(*input, dims, missing, remedy)};
    if (!input->hasShape && shape == shapes.end()) {
      append(missing, "the shape of " + quote(input->name), ", ");
      append(remedy, "--input-shape " + input->name + "=...", " ");
    }
  }
  if (!missing.empty())
    return makeError(
        GliaError(ErrorCode::E1010, "no number is given for " + missing)
            .remedy("give " + remedy));
  for (BoundInput &each : bound) {
    if (llvm::Error error = checkSize(each.tensor, options.limits))
      return std::move(error);
    for (const InputValue &value : options.inputValues)
      if (value.name == each.tensor.name) {
        llvm::Expected<std::vector<uint8_t>> bytes =
            parseValue(value, each.tensor);
        if (!bytes)
          return bytes.takeError();
        each.value = std::move(*bytes);
      }
  }
  return bound;
}

} // namespace glia::onnx_import
