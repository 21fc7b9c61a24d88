//===- Inputs.cpp - Where a run's inputs come from ------------------------===//
//
// A file fits a binding when type, shape and size do; the types that array
// files cannot name come as bit patterns.
//
//===----------------------------------------------------------------------===//
#include "glia/Interpreter/Run.h"
#include "Buckets.h"
#include "glia/Support/Error.h"
#include "glia/Support/InputFile.h"
#include "glia/Support/Npz.h"
#include "glia/Support/Numerics.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"
#include <cstring>

using namespace glia;

/// SplitMix64: every element has bits of its own, whatever the order.
static uint64_t mix(uint64_t x) {
  x += 0x9E3779B97F4A7C15;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return x ^ (x >> 31);
}

/// Sum of four 16-bit uniforms, centred, of variance one: exact in fp32 up to
/// the last scaling, so the same bits everywhere.
static float nearNormal(uint64_t bits) {
  int64_t sum = 0;
  for (unsigned i = 0; i < 4; ++i)
    sum += (bits >> (16 * i)) & 0xFFFF;
  return static_cast<float>(sum - 2 * 0xFFFF) * (1.7320508f / 65536);
}

static Tensor seeded(const Binding &binding, llvm::ArrayRef<int64_t> shape,
                     uint64_t seed) {
  uint64_t count = 1;
  for (int64_t extent : shape)
    count *= uint64_t(extent);
  Tensor tensor{binding.type, {shape.begin(), shape.end()},
                std::vector<uint8_t>(storageBytes(binding.type, count))};
  uint64_t key = mix(seed ^ llvm::xxh3_64bits(binding.name));
  unsigned width = bitWidth(binding.type) / 8;
  for (uint64_t i = 0; i * width < tensor.bytes.size(); ++i) {
    uint64_t bits = mix(key + i);
    uint8_t *element = tensor.bytes.data() + i * width;
    if (isFloat(binding.type)) {
      float value = nearNormal(bits);
      numerics::convert(ElementType::f32, &value, binding.type, element, 1);
    } else {
      *element = bits >> 63; // 0 or 1 fits every integer type and every table
    }
  }
  return tensor;
}

static llvm::Error doesNotFit(const Binding &binding, const std::string &what) {
  return makeError(
      std::move(GliaError(ErrorCode::E1804, what)
                    .with("input", escapeForMessage(binding.name))));
}

static std::string describe(ElementType type, llvm::ArrayRef<int64_t> shape) {
  std::string text = name(type).str();
  for (const auto &[i, extent] : llvm::enumerate(shape))
    text += (i ? "x" : " ") + std::to_string(extent);
  return text;
}

/// Whether an array of type `given` can stand for the binding's type.
static bool sameBits(ElementType given, ElementType wanted) {
  if (given == wanted)
    return true;
  bool named = wanted == ElementType::f32 || wanted == ElementType::f16;
  return isFloat(wanted) && !named &&
         (given == ElementType::u16 || given == ElementType::u8) &&
         bitWidth(given) == bitWidth(wanted);
}

static llvm::Expected<Tensor> fit(Tensor tensor, const Binding &binding,
                                  llvm::ArrayRef<int64_t> shape) {
  if (!sameBits(tensor.type, binding.type) ||
      llvm::ArrayRef<int64_t>(tensor.shape) != shape)
    return doesNotFit(binding, "expects " + describe(binding.type, shape) +
                                   ", got " +
                                   describe(tensor.type, tensor.shape));
  tensor.type = binding.type;
  return tensor;
}

/// A .bin has no shape: it has all bytes of the largest bucket.
static llvm::Expected<Tensor> readInput(llvm::StringRef path,
                                        const Binding &binding) {
  if (!path.ends_with(".bin"))
    return readTensorFile(path);
  llvm::Expected<InputFile> file = InputFile::open(path);
  if (!file)
    return file.takeError();
  if (file->size() != binding.wholeBytes())
    return doesNotFit(binding, "expects " +
                                   std::to_string(binding.wholeBytes()) +
                                   " bytes, the file has " +
                                   std::to_string(file->size()));
  llvm::Expected<std::vector<uint8_t>> bytes =
      file->readAll(binding.wholeBytes());
  if (!bytes)
    return bytes.takeError();
  return Tensor{binding.type, binding.shape, std::move(*bytes)};
}

/// Whether a caller may give the binding a value: a state is an input of the
/// first call.
static bool takesValue(const Binding &binding) {
  return binding.kind != BindingKind::output;
}

/// A name that is given but that no input has is a mistake, not a spare.
static llvm::Error checkName(const ObjectImage &image, llvm::StringRef given) {
  std::string known;
  for (const Binding &binding : image.bindings) {
    if (!takesValue(binding))
      continue;
    if (binding.name == given)
      return llvm::Error::success();
    known += (known.empty() ? "" : ", ") + escapeForMessage(binding.name);
  }
  return makeError(
      std::move(GliaError(ErrorCode::E1804, "the program has no input `" +
                                                escapeForMessage(given) + "`")
                    .remedy("its inputs: " + known)));
}

/// What archive and files give, a file before the archive's member.
static llvm::Expected<NamedTensors> readGiven(const ObjectImage &image,
                                              const InputSources &sources) {
  NamedTensors given;
  if (!sources.archive.empty()) {
    llvm::Expected<NamedTensors> read = readNpz(sources.archive);
    if (!read)
      return read.takeError();
    given = std::move(*read);
  }
  for (auto &[name, tensor] : given)
    if (llvm::Error error = checkName(image, name))
      return std::move(error);
  for (auto &[name, path] : sources.files) {
    if (llvm::Error error = checkName(image, name))
      return std::move(error);
    const Binding &binding =
        *llvm::find_if(image.bindings, [&](const Binding &each) {
          return takesValue(each) && each.name == name;
        });
    llvm::Expected<Tensor> tensor = readInput(path, binding);
    if (!tensor)
      return tensor.takeError();
    llvm::erase_if(given, [&](auto &entry) { return entry.first == name; });
    given.emplace_back(name, std::move(*tensor));
  }
  return given;
}

llvm::Expected<NamedTensors>
glia::gatherInputs(const ObjectImage &image, const InputSources &sources,
                   std::vector<std::string> *seededNames, StateValues states) {
  llvm::Expected<NamedTensors> given = readGiven(image, sources);
  if (!given)
    return given.takeError();
  std::optional<int64_t> bucket;
  if (!image.buckets.dim.empty()) {
    llvm::Expected<int64_t> size = bucketSizeOf(image, *given);
    if (!size)
      return size.takeError();
    bucket = *size;
  }
  NamedTensors inputs;
  for (auto [number, binding] : llvm::enumerate(image.bindings)) {
    if (!takesValue(binding))
      continue;
    std::vector<int64_t> shape(binding.shape.begin(), binding.shape.end());
    if (bucket)
      shape = image.shapeAt(number, *bucket);
    if (const Tensor *array = find(*given, binding.name)) {
      llvm::Expected<Tensor> tensor = fit(*array, binding, shape);
      if (!tensor)
        return tensor.takeError();
      inputs.emplace_back(binding.name, std::move(*tensor));
    } else if (binding.kind != BindingKind::state ||
               states == StateValues::all) {
      inputs.emplace_back(binding.name, seeded(binding, shape, sources.seed));
      if (seededNames)
        seededNames->push_back(binding.name);
    }
  }
  return inputs;
}
