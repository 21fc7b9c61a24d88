//===- TensorProto.cpp - ONNX's tensor message ----------------------------===//
//
// Inputs and outputs of ONNX's own test data (.pb). A reader of the wire format
// for the few fields that a test tensor has; the model reader is the
// importer's, and no protobuf library is linked below it.
//
//===----------------------------------------------------------------------===//
#include "glia/Support/Error.h"
#include "glia/Support/Limits.h"
#include "glia/Support/Npz.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>

using namespace glia;

namespace {
enum Field : uint64_t {
  dims = 1,
  dataType = 2,
  floatData = 4,
  int32Data = 5,
  int64Data = 7,
  rawData = 9
};

class Reader {
public:
  explicit Reader(llvm::ArrayRef<uint8_t> bytes) : bytes(bytes) {}
  bool parse();

  llvm::SmallVector<int64_t, 6> shape;
  uint64_t type = 0;
  std::vector<int64_t> integers;
  std::vector<uint8_t> floats, raw;
  bool hasRaw = false;

private:
  bool varint(uint64_t &value);
  bool take(uint64_t size, llvm::ArrayRef<uint8_t> &part);
  bool field(uint64_t number, uint64_t wire);
  llvm::ArrayRef<uint8_t> bytes;
};
} // namespace

bool Reader::varint(uint64_t &value) {
  value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    if (bytes.empty())
      return false;
    uint8_t byte = bytes.front();
    bytes = bytes.drop_front();
    value |= static_cast<uint64_t>(byte & 0x7F) << shift;
    if (byte < 0x80)
      return shift < 63 || byte <= 1;
  }
  return false;
}

bool Reader::take(uint64_t size, llvm::ArrayRef<uint8_t> &part) {
  if (size > bytes.size())
    return false;
  part = bytes.take_front(size);
  bytes = bytes.drop_front(size);
  return true;
}

/// One field after its key. Repeated numbers come packed or one by one.
bool Reader::field(uint64_t number, uint64_t wire) {
  uint64_t value = 0;
  llvm::ArrayRef<uint8_t> part;
  if (wire == 0) {
    if (!varint(value))
      return false;
    if (number == dims)
      shape.push_back(static_cast<int64_t>(value));
    else if (number == dataType)
      type = value;
    else if (number == int32Data || number == int64Data)
      integers.push_back(static_cast<int64_t>(value));
    return shape.size() <= limits::tensorRank;
  }
  if (wire == 5 || wire == 1) {
    if (!take(wire == 5 ? 4 : 8, part))
      return false;
    if (wire == 5 && number == floatData)
      floats.insert(floats.end(), part.begin(), part.end());
    return true;
  }
  if (wire != 2 || !varint(value) || !take(value, part))
    return false;
  if (number == rawData) {
    raw = part.vec();
    hasRaw = true;
  } else if (number == floatData) {
    floats.insert(floats.end(), part.begin(), part.end());
  } else if (number == dims || number == int32Data || number == int64Data) {
    Reader packed(part);
    while (!packed.bytes.empty()) {
      if (!packed.varint(value))
        return false;
      if (number == dims)
        shape.push_back(static_cast<int64_t>(value));
      else
        integers.push_back(static_cast<int64_t>(value));
    }
  }
  return shape.size() <= limits::tensorRank;
}

bool Reader::parse() {
  uint64_t key;
  while (!bytes.empty())
    if (!varint(key) || key >> 3 == 0 || !field(key >> 3, key & 7))
      return false;
  return true;
}

/// TensorProto.DataType, of the types that Glia's tensors have.
static std::optional<ElementType> typeOf(uint64_t dataType) {
  switch (dataType) {
  case 1:
    return ElementType::f32;
  case 2:
    return ElementType::u8;
  case 3:
    return ElementType::i8;
  case 6:
    return ElementType::i32;
  case 7:
    return ElementType::i64;
  case 9:
    return ElementType::boolean;
  case 10:
    return ElementType::f16;
  case 16:
    return ElementType::bf16;
  default:
    return std::nullopt;
  }
}

/// int32_data and int64_data hold one element a number.
static std::vector<uint8_t> narrow(llvm::ArrayRef<int64_t> values,
                                   unsigned width) {
  std::vector<uint8_t> bytes;
  for (int64_t value : values)
    for (unsigned i = 0; i < width; ++i)
      bytes.push_back(
          static_cast<uint8_t>(static_cast<uint64_t>(value) >> (8 * i)));
  return bytes;
}

llvm::Expected<Tensor> glia::parseTensorProto(llvm::ArrayRef<uint8_t> bytes,
                                              llvm::StringRef where) {
  auto fail = [&](ErrorCode code, const llvm::Twine &what) {
    return makeError(std::move(
        GliaError(code, what.str()).with("file", escapeForMessage(where))));
  };
  Reader reader(bytes);
  if (!reader.parse())
    return fail(ErrorCode::E0800,
                "not an ONNX tensor: the protobuf encoding is broken");
  std::optional<ElementType> type = typeOf(reader.type);
  if (!type)
    return fail(
        ErrorCode::E1803,
        "expects an element type that tensors have, got ONNX's number " +
            llvm::Twine(reader.type));
  Tensor tensor;
  tensor.type = *type;
  tensor.shape = reader.shape;
  uint64_t size = bitWidth(*type) / 8;
  for (int64_t extent : reader.shape)
    if (extent < 0 || (size = llvm::SaturatingMultiply<uint64_t>(
                           size, extent)) > limits::tensorBytes)
      return fail(ErrorCode::E0800,
                  "not an ONNX tensor: the shape is out of range");
  tensor.bytes = reader.hasRaw ? std::move(reader.raw)
                 : *type == ElementType::f32
                     ? std::move(reader.floats)
                     : narrow(reader.integers, bitWidth(*type) / 8);
  if (tensor.bytes.size() != size)
    return fail(
        ErrorCode::E0800,
        "not an ONNX tensor: the data is not as long as the shape says");
  return tensor;
}
