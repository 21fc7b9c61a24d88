//===- Npy.cpp - NumPy's array format -------------------------------------===//
//
// The header is a Python literal of three keys. It is read by a small parser
// of exactly that form; C order and little-endian only.
//
//===----------------------------------------------------------------------===//
#include "glia/Support/Error.h"
#include "glia/Support/InputFile.h"
#include "glia/Support/Limits.h"
#include "glia/Support/Npz.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <array>
#include <cstring>

using namespace glia;

namespace {
struct TypeName {
  llvm::StringRef descr;
  ElementType type;
};
// "V1" and "V2" are what ml_dtypes' own types are saved as.
constexpr TypeName typeNames[] = {
    {"<f4", ElementType::f32},     {"<f2", ElementType::f16},
    {"<i4", ElementType::i32},     {"<i8", ElementType::i64},
    {"<i2", ElementType::i16},     {"<u2", ElementType::u16},
    {"<u4", ElementType::u32},     {"<u8", ElementType::u64},
    {"|i1", ElementType::i8},      {"|u1", ElementType::u8},
    {"|b1", ElementType::boolean}, {"<V2", ElementType::u16},
    {"|V2", ElementType::u16},     {"|V1", ElementType::u8},
};

/// {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }
class HeaderParser {
public:
  explicit HeaderParser(llvm::StringRef text) : text(text) {}
  bool parse();
  std::string descr;
  bool fortran = false;
  llvm::SmallVector<int64_t, 6> shape;

private:
  bool eat(llvm::StringRef token) {
    text = text.ltrim(" \n");
    return text.consume_front(token);
  }
  bool parseString(std::string &value);
  bool parseEntry();
  bool parseShape();
  llvm::StringRef text;
  unsigned seen = 0; // one bit for each key
};
} // namespace

bool HeaderParser::parseString(std::string &value) {
  if (!eat("'"))
    return false;
  size_t end = text.find('\'');
  if (end == llvm::StringRef::npos)
    return false;
  value = text.take_front(end).str();
  text = text.drop_front(end + 1);
  return true;
}

bool HeaderParser::parseShape() {
  if (!eat("("))
    return false;
  while (!eat(")")) {
    int64_t extent;
    text = text.ltrim(" ");
    if (text.consumeInteger(10, extent) || extent < 0 ||
        shape.size() == limits::tensorRankWhileParsing)
      return false;
    text.consume_front("L"); // Python 2
    shape.push_back(extent);
    if (!eat(",") && !text.ltrim(" ").starts_with(")"))
      return false;
  }
  return true;
}

bool HeaderParser::parseEntry() {
  std::string key;
  if (!parseString(key) || !eat(":"))
    return false;
  if (key == "descr") {
    seen |= 1;
    // A list is a structured type, which no tensor has.
    return parseString(descr);
  }
  if (key == "fortran_order") {
    seen |= 2;
    fortran = eat("True");
    return fortran || eat("False");
  }
  seen |= 4;
  return key == "shape" && parseShape();
}

bool HeaderParser::parse() {
  if (!eat("{"))
    return false;
  while (!eat("}")) {
    if (!parseEntry())
      return false;
    if (!eat(",") && !text.ltrim(" \n").starts_with("}"))
      return false;
  }
  return seen == 7;
}

static llvm::Error malformed(llvm::StringRef where, const char *what) {
  return makeError(std::move(
      GliaError(ErrorCode::E0800, std::string("not a NumPy array: ") + what)
          .with("file", escapeForMessage(where))));
}

/// Length of magic, version, length field and header; the header's text.
static std::optional<std::pair<size_t, llvm::StringRef>>
findHeader(llvm::ArrayRef<uint8_t> bytes) {
  static constexpr std::array<uint8_t, 6> magic = {0x93, 'N', 'U',
                                                   'M',  'P', 'Y'};
  if (bytes.size() < 12 || !bytes.take_front(magic.size()).equals(magic) ||
      bytes[6] < 1 || bytes[6] > 3)
    return std::nullopt;
  size_t lengthBytes = bytes[6] == 1 ? 2 : 4;
  size_t length = 0;
  for (size_t i = 0; i < lengthBytes; ++i)
    length |= static_cast<size_t>(bytes[8 + i]) << (8 * i);
  size_t start = 8 + lengthBytes;
  if (length > limits::npyHeaderBytes || start + length > bytes.size())
    return std::nullopt;
  return std::pair(start + length,
                   llvm::toStringRef(bytes.slice(start, length)));
}

llvm::Expected<Tensor> glia::parseNpy(llvm::ArrayRef<uint8_t> bytes,
                                      llvm::StringRef where) {
  auto header = findHeader(bytes);
  if (!header)
    return malformed(where, "the header is missing, too long or cut off");
  HeaderParser parser(header->second);
  if (!parser.parse())
    return malformed(
        where, "the header is not a literal of descr, fortran_order and shape");
  const TypeName *found = llvm::find_if(typeNames, [&](const TypeName &name) {
    return name.descr == parser.descr;
  });
  if (found == std::end(typeNames))
    return makeError(std::move(
        GliaError(
            ErrorCode::E1803,
            "expects little-endian numbers of a type that tensors have, got `" +
                escapeForMessage(parser.descr) + "`")
            .with("file", escapeForMessage(where))
            .remedy("convert it with numpy.astype before saving")));
  if (parser.fortran && parser.shape.size() > 1)
    return makeError(std::move(
        GliaError(ErrorCode::E1803, "expects C order, got Fortran order")
            .with("file", escapeForMessage(where))
            .remedy("save numpy.ascontiguousarray(x)")));
  Tensor tensor;
  tensor.type = found->type;
  tensor.shape = parser.shape;
  uint64_t size = bitWidth(tensor.type) / 8;
  for (int64_t extent : tensor.shape)
    if ((size = llvm::SaturatingMultiply<uint64_t>(size, extent)) >
        limits::tensorBytes)
      return malformed(where, "the shape is too large");
  if (size != bytes.size() - header->first)
    return malformed(where, "the data is not as long as the shape says");
  tensor.bytes = bytes.drop_front(header->first).vec();
  return tensor;
}

static llvm::StringRef descrOf(ElementType type) {
  for (const TypeName &name : typeNames)
    if (name.type == type)
      return name.descr;
  return bitWidth(type) == 16 ? "<u2" : bitWidth(type) == 32 ? "<u4" : "|u1";
}

std::vector<uint8_t> glia::formatNpy(const Tensor &tensor) {
  std::string header = "{'descr': '" + descrOf(tensor.type).str() +
                       "', 'fortran_order': False, 'shape': (";
  for (int64_t extent : tensor.shape)
    header += std::to_string(extent) + ", ";
  if (tensor.shape.size() > 1)
    header.resize(header.size() - 2);
  else if (tensor.shape.size() == 1)
    header.pop_back();
  header += "), }";
  header.resize(llvm::alignTo(10 + header.size() + 1, 64) - 10 - 1, ' ');
  header += '\n';
  std::vector<uint8_t> bytes = {0x93,
                                'N',
                                'U',
                                'M',
                                'P',
                                'Y',
                                1,
                                0,
                                static_cast<uint8_t>(header.size()),
                                static_cast<uint8_t>(header.size() >> 8)};
  bytes.insert(bytes.end(), header.begin(), header.end());
  bytes.insert(bytes.end(), tensor.bytes.begin(), tensor.bytes.end());
  return bytes;
}

llvm::Expected<Tensor> glia::readTensorFile(llvm::StringRef path) {
  llvm::Expected<InputFile> file = InputFile::open(path);
  if (!file)
    return file.takeError();
  llvm::Expected<std::vector<uint8_t>> bytes =
      file->readAll(limits::deviceMemoryBytes);
  if (!bytes)
    return bytes.takeError();
  return path.ends_with(".pb") ? parseTensorProto(*bytes, path)
                               : parseNpy(*bytes, path);
}
