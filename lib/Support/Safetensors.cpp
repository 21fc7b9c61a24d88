//===- Safetensors.cpp - Named tensors in .safetensors files --------------===//
//
// LLVM's JSON parser recurses and forgets repeated keys, so a scan of the text
// comes before it: shallow nesting, each name once.
//
//===----------------------------------------------------------------------===//
#include "glia/Support/Safetensors.h"
#include "glia/Support/Error.h"
#include "glia/Support/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace glia;

static constexpr uint64_t lengthBytes = 8;
static constexpr char metadataKey[] = "__metadata__";

static llvm::Error malformed(const llvm::Twine &message) {
  return makeError(ErrorCode::E0801, message);
}

namespace {
struct TypeName {
  llvm::StringRef name;
  ElementType type;
};
} // namespace

static constexpr TypeName typeNames[] = {
    {"F32", ElementType::f32},       {"BF16", ElementType::bf16},
    {"F16", ElementType::f16},       {"F8_E4M3", ElementType::f8e4m3fn},
    {"F8_E5M2", ElementType::f8e5m2}, {"F8_E8M0", ElementType::f8e8m0},
    {"I8", ElementType::i8},         {"U8", ElementType::u8},
    {"I16", ElementType::i16},       {"U16", ElementType::u16},
    {"I32", ElementType::i32},       {"U32", ElementType::u32},
    {"I64", ElementType::i64},       {"U64", ElementType::u64},
    {"BOOL", ElementType::boolean}};

llvm::StringRef glia::safetensorsType(ElementType type) {
  if (type == ElementType::f8e4m3)
    return "U8";
  for (const TypeName &each : typeNames)
    if (each.type == type)
      return each.name;
  return "";
}

/// Keys of the outermost object, and no nesting deeper than the format's own.
static llvm::Error scan(llvm::StringRef text, size_t &keys) {
  static constexpr unsigned deepest = 3; // header, tensor, list
  unsigned depth = 0;
  bool wasString = false;
  keys = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '"') {
      for (++i; i < text.size() && text[i] != '"'; ++i)
        if (text[i] == '\\')
          ++i;
      wasString = true;
      continue;
    }
    if (c == ' ' || c == '\n' || c == '\r' || c == '\t')
      continue;
    if (c == ':' && wasString && depth == 1)
      ++keys;
    wasString = false;
    if (c == '{' || c == '[') {
      if (++depth > deepest)
        return malformed("expects a header nested at most " +
                         llvm::Twine(deepest) + " deep");
    } else if (c == '}' || c == ']') {
      if (depth-- == 0)
        return malformed("the header closes what it has not opened");
    }
  }
  return llvm::Error::success();
}

/// A list of numbers from 0 on.
static bool readNumbers(const llvm::json::Array *array,
                        llvm::SmallVectorImpl<int64_t> &numbers) {
  if (!array)
    return false;
  for (const llvm::json::Value &value : *array) {
    std::optional<int64_t> number = value.getAsInteger();
    if (!number || *number < 0)
      return false;
    numbers.push_back(*number);
  }
  return true;
}

static llvm::Error readEntry(llvm::StringRef name,
                             const llvm::json::Value &value,
                             uint64_t dataBytes,
                             SafetensorsFile::Entry &entry) {
  std::string shown = escapeForMessage(name);
  const llvm::json::Object *object = value.getAsObject();
  std::optional<llvm::StringRef> type =
      object ? object->getString("dtype") : std::nullopt;
  llvm::SmallVector<int64_t, 2> offsets;
  if (!type || !readNumbers(object->getArray("shape"), entry.shape) ||
      !readNumbers(object->getArray("data_offsets"), offsets) ||
      offsets.size() != 2)
    return malformed("`" + shown +
                     "`: expects dtype, shape and two data_offsets");
  if (entry.shape.size() > limits::tensorRank)
    return malformed("`" + shown + "`: expects a rank of at most " +
                     llvm::Twine(limits::tensorRank));
  auto known = llvm::find_if(
      typeNames, [&](const TypeName &each) { return each.name == *type; });
  if (known == std::end(typeNames))
    return makeError(ErrorCode::E2001, "`" + shown + "` has the type `" +
                                           escapeForMessage(*type) + "`");
  entry.name = name.str();
  entry.type = known->type;
  uint64_t count = 1;
  for (int64_t extent : entry.shape)
    if (__builtin_mul_overflow(count, static_cast<uint64_t>(extent), &count) ||
        count > limits::tensorBytes)
      return malformed("`" + shown + "`: expects at most 2^40 elements");
  entry.offset = static_cast<uint64_t>(offsets[0]);
  uint64_t end = static_cast<uint64_t>(offsets[1]);
  entry.bytes = storageBytes(entry.type, count);
  if (end > dataBytes || entry.offset > end ||
      end - entry.offset != entry.bytes)
    return malformed("`" + shown + "`: expects " + llvm::Twine(entry.bytes) +
                     " bytes below " + llvm::Twine(dataBytes) + ", got " +
                     llvm::Twine(entry.offset) + " to " + llvm::Twine(end));
  return llvm::Error::success();
}

llvm::Error SafetensorsFile::readHeader() {
  uint8_t lengthField[lengthBytes];
  if (file.size() < lengthBytes)
    return malformed("expects at least 8 bytes, got " +
                     llvm::Twine(file.size()));
  if (llvm::Error error = file.read(0, lengthField))
    return error;
  uint64_t length = llvm::support::endian::read64le(lengthField);
  if (length > file.size() - lengthBytes)
    return malformed("expects a header of at most " +
                     llvm::Twine(file.size() - lengthBytes) + " bytes, got " +
                     llvm::Twine(length));
  if (length > limits::safetensorsHeaderBytes)
    return makeError(ErrorCode::E4800,
                     "expects a header of at most " +
                         llvm::Twine(limits::safetensorsHeaderBytes) +
                         " bytes, got " + llvm::Twine(length));
  std::string text(length, '\0');
  if (llvm::Error error = file.read(
          lengthBytes, {reinterpret_cast<uint8_t *>(text.data()), length}))
    return error;
  size_t keys = 0;
  if (llvm::Error error = scan(text, keys))
    return error;
  llvm::Expected<llvm::json::Value> header = llvm::json::parse(text);
  if (!header)
    return malformed("the header is no JSON: " +
                     escapeForMessage(llvm::toString(header.takeError())));
  const llvm::json::Object *object = header->getAsObject();
  if (!object)
    return malformed("expects a JSON object as header");
  if (object->size() != keys)
    return malformed("a name stands twice in the header");
  uint64_t dataBytes = file.size() - lengthBytes - length;
  for (const auto &[name, value] : *object) {
    if (llvm::StringRef(name) == metadataKey)
      continue;
    Entry entry{};
    if (llvm::Error error = readEntry(name, value, dataBytes, entry))
      return error;
    tensors.push_back(std::move(entry));
  }
  // By their data; what has none by name, before what begins there.
  llvm::sort(tensors, [](const Entry &a, const Entry &b) {
    return std::tie(a.offset, a.bytes, a.name) <
           std::tie(b.offset, b.bytes, b.name);
  });
  uint64_t end = 0;
  for (Entry &entry : tensors) {
    if (entry.offset != end)
      return malformed("`" + escapeForMessage(entry.name) +
                       "`: expects data from byte " + llvm::Twine(end) +
                       " on, got " + llvm::Twine(entry.offset));
    end += entry.bytes;
    entry.offset += lengthBytes + length;
  }
  if (end != dataBytes)
    return malformed("expects " + llvm::Twine(end) + " bytes of data, got " +
                     llvm::Twine(dataBytes));
  return llvm::Error::success();
}

llvm::Expected<SafetensorsFile> SafetensorsFile::open(llvm::StringRef path) {
  llvm::Expected<InputFile> file = InputFile::open(path);
  if (!file)
    return file.takeError();
  SafetensorsFile result(std::move(*file));
  auto addFile = [&](std::unique_ptr<GliaError> error) -> llvm::Error {
    error->with("file", escapeForMessage(path));
    return llvm::Error(std::move(error));
  };
  if (llvm::Error error = result.readHeader())
    return llvm::handleErrors(std::move(error), addFile);
  return result;
}

const SafetensorsFile::Entry *
SafetensorsFile::find(llvm::StringRef name) const {
  auto found = llvm::find_if(
      tensors, [&](const Entry &entry) { return entry.name == name; });
  return found == tensors.end() ? nullptr : &*found;
}

llvm::Expected<std::vector<uint8_t>>
SafetensorsFile::read(const Entry &entry) const {
  std::vector<uint8_t> bytes(entry.bytes);
  if (llvm::Error error = file.read(entry.offset, bytes))
    return std::move(error);
  return bytes;
}

static uint64_t sizeOf(const SafetensorsTensor &tensor) {
  uint64_t count = 1;
  for (int64_t extent : tensor.shape)
    count *= static_cast<uint64_t>(extent);
  return storageBytes(tensor.type, count);
}

static std::string makeHeader(llvm::ArrayRef<SafetensorsTensor> tensors,
                              llvm::ArrayRef<size_t> order) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::OStream json(os);
  json.object([&] {
    uint64_t at = 0;
    for (size_t number : order) {
      const SafetensorsTensor &tensor = tensors[number];
      json.attributeObject(tensor.name, [&] {
        json.attribute("dtype", safetensorsType(tensor.type));
        json.attributeArray("shape", [&] {
          for (int64_t extent : tensor.shape)
            json.value(extent);
        });
        json.attributeArray("data_offsets", [&] {
          json.value(static_cast<int64_t>(at));
          json.value(static_cast<int64_t>(at + sizeOf(tensor)));
        });
      });
      at += sizeOf(tensor);
    }
  });
  // The data begins at a multiple of 8.
  text.append(llvm::alignTo(text.size(), 8) - text.size(), ' ');
  return text;
}

llvm::Expected<OutputFile> glia::writeSafetensors(
    llvm::StringRef path, llvm::ArrayRef<SafetensorsTensor> tensors,
    llvm::function_ref<llvm::Expected<std::vector<uint8_t>>(size_t)> bytesOf) {
  // Wide types first, so that every element is aligned.
  std::vector<size_t> order(tensors.size());
  std::iota(order.begin(), order.end(), 0);
  llvm::sort(order, [&](size_t a, size_t b) {
    return std::pair(bitWidth(tensors[b].type), a) <
           std::pair(bitWidth(tensors[a].type), b);
  });
  llvm::Expected<OutputFile> file = OutputFile::create(path);
  if (!file)
    return file.takeError();
  std::string header = makeHeader(tensors, order);
  uint8_t length[lengthBytes];
  llvm::support::endian::write64le(length, header.size());
  if (llvm::Error error = file->write(llvm::ArrayRef<uint8_t>(length)))
    return std::move(error);
  if (llvm::Error error = file->write(llvm::StringRef(header)))
    return std::move(error);
  for (size_t number : order) {
    llvm::Expected<std::vector<uint8_t>> bytes = bytesOf(number);
    if (!bytes)
      return bytes.takeError();
    if (bytes->size() != sizeOf(tensors[number]))
      return makeError(ErrorCode::E9800,
                       "a tensor to be saved has another size than its shape");
    if (llvm::Error error = file->write(*bytes))
      return std::move(error);
  }
  if (llvm::Error error = file->flushToDisk())
    return std::move(error);
  return std::move(*file);
}
