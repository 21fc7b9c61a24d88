//===- ReadTensor.cpp - Stored tensors, where their bytes are -------------===//
//
// Sizes are checked against dimensions before anything is believed; external
// files are opened once under the path rules to know their size.
//
//===----------------------------------------------------------------------===//
#include "ReadTensor.h"
#include "glia/Support/OpenBeneath.h"
#include "onnx/onnx_pb.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"

namespace glia::onnx_import {

static llvm::Error tensorError(ErrorCode code, llvm::StringRef name,
                               const llvm::Twine &message) {
  return makeError(
      GliaError(
          code,
          ("the tensor `" + escapeForMessage(name) + "` " + message).str())
          .with("tensor", name.str()));
}

static llvm::Error sizeError(const StoredTensor &tensor, uint64_t bytes,
                             uint64_t elements) {
  return tensorError(ErrorCode::E1008, tensor.name,
                     "has " + llvm::Twine(bytes) + " bytes of data, expects " +
                         llvm::Twine(tensor.bytes) + " for " +
                         llvm::Twine(elements) + " elements of " +
                         name(*tensor.type));
}

llvm::Error TensorReader::readShape(const onnx::TensorProto &proto,
                                    StoredTensor &tensor, uint64_t &elements) {
  if (static_cast<unsigned>(proto.dims_size()) > limits.rank)
    return tensorError(ErrorCode::E4004, tensor.name,
                       "has rank " + llvm::Twine(proto.dims_size()) +
                           ", expects at most " + llvm::Twine(limits.rank));
  elements = 1;
  bool empty = false;
  for (int64_t dim : proto.dims()) {
    if (dim < 0)
      return tensorError(ErrorCode::E1008, tensor.name,
                         "has the dimension " + llvm::Twine(dim) +
                             ", expects at least 0");
    tensor.shape.push_back(dim);
    empty |= dim == 0;
    if (dim != 0 &&
        __builtin_mul_overflow(elements, static_cast<uint64_t>(dim), &elements))
      elements = UINT64_MAX;
  }
  if (elements > limits.tensorBytes)
    return tensorError(ErrorCode::E4004, tensor.name,
                       "has too many elements, expects at most " +
                           llvm::Twine(limits.tensorBytes) + " bytes");
  if (empty)
    elements = 0;
  return llvm::Error::success();
}

/// Plain decimal digits only: no sign, space, exponent or base.
static bool parseDecimal(llvm::StringRef text, uint64_t &value) {
  return !text.empty() && llvm::all_of(text, llvm::isDigit) &&
         !text.getAsInteger(10, value);
}

llvm::Expected<uint64_t> TensorReader::externalSize(llvm::StringRef location) {
  auto known = externalSizes.find(location);
  if (known != externalSizes.end())
    return known->second;
  llvm::Expected<InputFile> file = openBeneath(folder, location);
  if (!file)
    return file.takeError();
  return externalSizes[location] = file->size();
}

llvm::Error TensorReader::readExternal(const onnx::TensorProto &proto,
                                       StoredTensor &tensor) {
  llvm::StringMap<std::string> entries;
  for (const onnx::StringStringEntryProto &entry : proto.external_data()) {
    llvm::StringRef key = entry.key();
    if (key != "location" && key != "offset" && key != "length" &&
        key != "checksum" && key != "basepath")
      warnings.push_back({"external data of `" + escapeForMessage(tensor.name) +
                          "`: the entry `" + escapeForMessage(key) +
                          "` is ignored"});
    if (!entries.try_emplace(key, entry.value()).second)
      return tensorError(ErrorCode::E1012, tensor.name,
                         "has external data that states `" + key + "` twice");
  }
  if (!entries.contains("location"))
    return tensorError(ErrorCode::E1012, tensor.name,
                       "has external data that states no location");
  std::string location = entries["location"];
  uint64_t offset = 0, length = tensor.bytes;
  if (entries.contains("offset") && !parseDecimal(entries["offset"], offset))
    return tensorError(ErrorCode::E1012, tensor.name,
                       "has external data that has the offset `" +
                           entries["offset"] + "`, expects a decimal number");
  if (entries.contains("length") && !parseDecimal(entries["length"], length))
    return tensorError(ErrorCode::E1012, tensor.name,
                       "has external data that has the length `" +
                           entries["length"] + "`, expects a decimal number");
  if (length != tensor.bytes)
    return tensorError(ErrorCode::E1012, tensor.name,
                       "has external data that has " + llvm::Twine(length) +
                           " bytes, expects " + llvm::Twine(tensor.bytes));
  llvm::Expected<uint64_t> size = externalSize(location);
  if (!size)
    return llvm::handleErrors(size.takeError(), [&](GliaError &error) {
      return makeError(error.with("tensor", tensor.name));
    });
  if (offset > *size || length > *size - offset)
    return tensorError(ErrorCode::E1012, tensor.name,
                       "has external data that ends at byte " +
                           llvm::Twine(offset) + " + " + llvm::Twine(length) +
                           " of `" + location + "`, which has " +
                           llvm::Twine(*size));
  tensor.source = FileSpan{location, offset, length, folder};
  return llvm::Error::success();
}

template <typename T, typename Field>
static std::vector<uint8_t> packElements(const Field &field) {
  std::vector<uint8_t> bytes;
  bytes.reserve(field.size() * sizeof(T));
  for (auto element : field) {
    T narrow = static_cast<T>(element);
    const auto *first = reinterpret_cast<const uint8_t *>(&narrow);
    bytes.insert(bytes.end(), first, first + sizeof(T));
  }
  return bytes;
}

/// int32_data carries every type of up to 32 bits; each element must fit.
static llvm::Error packSmall(const onnx::TensorProto &proto,
                             const StoredTensor &tensor,
                             std::vector<uint8_t> &bytes) {
  ElementType type = *tensor.type;
  bool isSigned = type == ElementType::i8 || type == ElementType::i16;
  int64_t bits = bitWidth(type),
          low = isSigned ? -(int64_t(1) << (bits - 1)) : 0,
          high = (int64_t(1) << (isSigned ? bits - 1 : bits)) - 1;
  if (type == ElementType::i32) {
    bytes = packElements<int32_t>(proto.int32_data());
    return llvm::Error::success();
  }
  if (bits < 8) // nibbles are packed two to an int32 already
    low = 0, high = 255;
  if (type == ElementType::boolean) { // all but 0 is true
    for (int32_t element : proto.int32_data())
      bytes.push_back(element != 0);
    return llvm::Error::success();
  }
  for (int32_t element : proto.int32_data())
    if (element < low || element > high)
      return tensorError(ErrorCode::E1008, tensor.name,
                         "has the element " + llvm::Twine(element) +
                             ", which is no " + name(type));
  bytes = bits == 16 ? packElements<uint16_t>(proto.int32_data())
                     : packElements<uint8_t>(proto.int32_data());
  return llvm::Error::success();
}

llvm::Error TensorReader::readTyped(const onnx::TensorProto &proto,
                                    StoredTensor &tensor, uint64_t elements) {
  std::vector<uint8_t> bytes;
  switch (*tensor.type) {
  case ElementType::f32:
    bytes = packElements<float>(proto.float_data());
    break;
  case ElementType::i64:
    bytes = packElements<int64_t>(proto.int64_data());
    break;
  case ElementType::u32:
    for (uint64_t element : proto.uint64_data())
      if (element > UINT32_MAX)
        return tensorError(ErrorCode::E1008, tensor.name,
                           "has the element " + llvm::Twine(element) +
                               ", which is no u32");
    bytes = packElements<uint32_t>(proto.uint64_data());
    break;
  case ElementType::u64:
    bytes = packElements<uint64_t>(proto.uint64_data());
    break;
  default:
    if (llvm::Error error = packSmall(proto, tensor, bytes))
      return error;
  }
  if (bytes.size() != tensor.bytes)
    return sizeError(tensor, bytes.size(), elements);
  tensor.source = MemorySpan{std::move(bytes)};
  return llvm::Error::success();
}

llvm::Error TensorReader::readChecked(const onnx::TensorProto &proto,
                                      StoredTensor &tensor) {
  uint64_t elements = 0;
  if (llvm::Error error = readShape(proto, tensor, elements))
    return error;
  if (!tensor.type) {
    if (tensor.onnxType <= 0 ||
        llvm::StringRef(onnxTypeName(tensor.onnxType)).starts_with("type "))
      return tensorError(ErrorCode::E1008, tensor.name,
                         "has the data type " + llvm::Twine(tensor.onnxType) +
                             ", which ONNX does not define");
    return llvm::Error::success(); // unsupported only where it is used
  }
  tensor.bytes = storageBytes(*tensor.type, elements);
  unsigned typed =
      (proto.float_data_size() > 0) + (proto.int32_data_size() > 0) +
      (proto.int64_data_size() > 0) + (proto.uint64_data_size() > 0) +
      (proto.double_data_size() > 0) + (proto.string_data_size() > 0);
  bool external = proto.data_location() == onnx::TensorProto::EXTERNAL;
  unsigned fields =
      typed + proto.has_raw_data() + proto.has_segment() + external;
  if (fields > 1)
    return tensorError(ErrorCode::E1008, tensor.name,
                       "has data in " + llvm::Twine(fields) +
                           " fields, expects one");
  if (external)
    return readExternal(proto, tensor);
  if (!proto.has_segment() && !proto.has_raw_data())
    return readTyped(proto, tensor, elements);
  uint64_t begin = proto.segment().begin(),
           size = proto.has_segment() ? proto.segment().end() - begin
                                      : proto.raw_data().size();
  if (size != tensor.bytes)
    return sizeError(tensor, size, elements);
  if (proto.has_segment())
    tensor.source = FileSpan{modelPath, begin, size, ""};
  else
    tensor.source = MemorySpan{
        std::vector<uint8_t>(proto.raw_data().begin(), proto.raw_data().end())};
  return llvm::Error::success();
}

/// Each index is inside the tensor and behind the one before.
static llvm::Error checkSparseIndices(llvm::StringRef name,
                                      llvm::ArrayRef<uint8_t> bytes,
                                      llvm::ArrayRef<int64_t> dims,
                                      size_t depth, uint64_t elements) {
  std::optional<uint64_t> before;
  for (size_t at = 0; at < bytes.size(); at += depth * sizeof(int64_t)) {
    uint64_t position = 0;
    for (size_t axis = 0; axis < depth; ++axis) {
      uint64_t index = llvm::support::endian::read64le(bytes.data() + at +
                                                       axis * sizeof(int64_t)),
               extent = depth == 1 ? elements : uint64_t(dims[axis]);
      if (index >= extent)
        return tensorError(ErrorCode::E1008, name,
                           "is sparse and has the index " +
                               llvm::Twine(int64_t(index)) +
                               ", expects less than " + llvm::Twine(extent));
      position = position * extent + index;
    }
    if (before && position <= *before)
      return tensorError(ErrorCode::E1008, name,
                         "is sparse and has indices that do not ascend");
    before = position;
  }
  return llvm::Error::success();
}

llvm::Error TensorReader::refuse(const onnx::SparseTensorProto &proto) {
  StoredTensor dense, values, indices;
  dense.name = indices.name = proto.values().name();
  onnx::TensorProto shape;
  *shape.mutable_dims() = proto.dims();
  uint64_t elements = 0;
  if (llvm::Error error = readShape(shape, dense, elements))
    return error;
  const std::pair<const onnx::TensorProto *, StoredTensor *> parts[] = {
      {&proto.values(), &values}, {&proto.indices(), &indices}};
  for (auto [part, tensor] : parts) {
    tensor->name = dense.name;
    tensor->onnxType = part->data_type();
    tensor->type = elementTypeOf(tensor->onnxType);
    tensor->source = MemorySpan{};
    if (llvm::Error error = readChecked(*part, *tensor))
      return error;
  }
  size_t depth = indices.shape.size() == 2 ? indices.shape[1] : 1;
  if (values.shape.size() != 1 || indices.type != ElementType::i64 ||
      indices.shape.empty() || indices.shape.size() > 2 ||
      indices.shape[0] != values.shape[0] ||
      (indices.shape.size() == 2 && depth != dense.shape.size()))
    return tensorError(ErrorCode::E1008, dense.name,
                       "is sparse, expects one int64 index for each value");
  if (const auto *span = std::get_if<MemorySpan>(&indices.source))
    if (llvm::Error error = checkSparseIndices(dense.name, span->bytes,
                                               dense.shape, depth, elements))
      return error;
  return tensorError(ErrorCode::E2004, dense.name, "is a sparse initializer");
}

StoredTensor TensorReader::read(const onnx::TensorProto &proto) {
  StoredTensor tensor;
  tensor.name = proto.name();
  tensor.onnxType = proto.data_type();
  tensor.type = elementTypeOf(tensor.onnxType);
  tensor.source = MemorySpan{};
  llvm::handleAllErrors(readChecked(proto, tensor),
                        [&](const GliaError &error) {
                          if (!firstError)
                            firstError = error;
                        });
  return tensor;
}

} // namespace glia::onnx_import
