//===- WireScan.cpp - The file's bytes before libonnx sees them -----------===//
//
// A table says which fields of which messages are walked into, dropped or
// bounded; every other field is copied as it is. Lengths that change are
// written as five-byte varints and patched when the message ends.
//
//===----------------------------------------------------------------------===//
#include "WireScan.h"
#include "WireReader.h"
#include "glia/Support/Error.h"

namespace glia::onnx_import {

namespace {

enum class Message {
  model,
  graph,
  node,
  attribute,
  tensor,
  sparseTensor,
  function,
  training,
  valueInfo,
  type,
  sequenceType, // and an optional one
  mapType
};
enum class Action { walk, drop, name, rawData, floatData, dataType, refuse };

struct FieldRule {
  Message message;
  unsigned number;
  Action action;
  Message child = Message::model;
};

/// Fields that are not listed are copied. Numbers are those of onnx.proto.
constexpr FieldRule rules[] = {
    {Message::model, 2, Action::name},
    {Message::model, 3, Action::name},
    {Message::model, 4, Action::name},
    {Message::model, 6, Action::drop},
    {Message::model, 7, Action::walk, Message::graph},
    {Message::model, 14, Action::drop},
    {Message::model, 20, Action::walk, Message::training},
    {Message::model, 25, Action::walk, Message::function},
    {Message::graph, 1, Action::walk, Message::node},
    {Message::graph, 2, Action::name},
    {Message::graph, 5, Action::walk, Message::tensor},
    {Message::graph, 10, Action::drop},
    {Message::graph, 11, Action::walk, Message::valueInfo},
    {Message::graph, 12, Action::walk, Message::valueInfo},
    {Message::graph, 13, Action::walk, Message::valueInfo},
    {Message::graph, 15, Action::walk, Message::sparseTensor},
    {Message::graph, 16, Action::drop},
    {Message::node, 1, Action::name},
    {Message::node, 2, Action::name},
    {Message::node, 3, Action::name},
    {Message::node, 4, Action::name},
    {Message::node, 5, Action::walk, Message::attribute},
    {Message::node, 6, Action::drop},
    {Message::node, 7, Action::name},
    {Message::node, 8, Action::name},
    {Message::node, 9, Action::drop},
    {Message::attribute, 1, Action::name},
    {Message::attribute, 5, Action::walk, Message::tensor},
    {Message::attribute, 6, Action::walk, Message::graph},
    {Message::attribute, 10, Action::walk, Message::tensor},
    {Message::attribute, 11, Action::walk, Message::graph},
    {Message::attribute, 13, Action::drop},
    {Message::attribute, 14, Action::walk, Message::type},
    {Message::attribute, 15, Action::walk, Message::type},
    {Message::attribute, 21, Action::name},
    {Message::attribute, 22, Action::walk, Message::sparseTensor},
    {Message::attribute, 23, Action::walk, Message::sparseTensor},
    {Message::tensor, 2, Action::dataType},
    {Message::tensor, 3, Action::refuse},
    {Message::tensor, 4, Action::floatData},
    {Message::tensor, 8, Action::name},
    {Message::tensor, 9, Action::rawData},
    {Message::tensor, 12, Action::drop},
    {Message::tensor, 16, Action::drop},
    {Message::sparseTensor, 1, Action::walk, Message::tensor},
    {Message::sparseTensor, 2, Action::walk, Message::tensor},
    {Message::function, 1, Action::name},
    {Message::function, 4, Action::name},
    {Message::function, 5, Action::name},
    {Message::function, 6, Action::name},
    {Message::function, 7, Action::walk, Message::node},
    {Message::function, 8, Action::drop},
    {Message::function, 10, Action::name},
    {Message::function, 11, Action::walk, Message::attribute},
    {Message::function, 12, Action::walk, Message::valueInfo},
    {Message::function, 14, Action::drop},
    {Message::training, 1, Action::walk, Message::graph},
    {Message::training, 2, Action::walk, Message::graph},
    {Message::valueInfo, 1, Action::name},
    {Message::valueInfo, 2, Action::walk, Message::type},
    {Message::valueInfo, 3, Action::drop},
    {Message::valueInfo, 4, Action::drop},
    {Message::type, 4, Action::walk, Message::sequenceType},
    {Message::type, 5, Action::walk, Message::mapType},
    {Message::type, 9, Action::walk, Message::sequenceType},
    {Message::sequenceType, 1, Action::walk, Message::type},
    {Message::mapType, 2, Action::walk, Message::type},
};

const FieldRule *findRule(Message message, uint64_t number) {
  for (const FieldRule &rule : rules)
    if (rule.message == message && rule.number == number)
      return &rule;
  return nullptr;
}

/// What one TensorProto had in the way of data.
struct TensorState {
  unsigned rawFields = 0;
  bool floatSpan = false;
  uint64_t begin = 0, end = 0, dataType = 0;
};

class Scanner {
public:
  Scanner(const InputFile &file, const ImportLimits &limits)
      : reader(file), limits(limits) {}

  llvm::Error walk(Message message, uint64_t end, unsigned depth);
  std::string take() { return std::move(out); }

private:
  llvm::Error field(Message message, const WireTag &tag, uint64_t end,
                    unsigned depth, TensorState &tensor);
  llvm::Error child(const FieldRule &rule, const WireTag &tag, uint64_t length,
                    unsigned depth);
  llvm::Error data(Action action, const WireTag &tag, uint64_t length,
                   TensorState &tensor);
  llvm::Error finishTensor(const TensorState &tensor);

  WireReader reader;
  const ImportLimits &limits;
  std::string out;
};

} // namespace

llvm::Error Scanner::walk(Message message, uint64_t end, unsigned depth) {
  if (depth > limits.nesting)
    return reader.fail(ErrorCode::E4001, "messages are nested deeper than " +
                                             llvm::Twine(limits.nesting));
  TensorState tensor;
  while (reader.position() < end) {
    llvm::Expected<WireTag> tag = reader.tag(end);
    if (!tag)
      return tag.takeError();
    if (llvm::Error error = field(message, *tag, end, depth, tensor))
      return error;
  }
  return message == Message::tensor ? finishTensor(tensor)
                                    : llvm::Error::success();
}

llvm::Error Scanner::field(Message message, const WireTag &tag, uint64_t end,
                           unsigned depth, TensorState &tensor) {
  const FieldRule *rule = findRule(message, tag.number);
  if (rule && rule->action == Action::refuse)
    return reader.fail(ErrorCode::E2004, "a tensor is stored in segments");
  if (tag.type == WireType::varint) {
    llvm::Expected<uint64_t> value = reader.varint(end);
    if (!value)
      return value.takeError();
    if (rule && rule->action != Action::dataType)
      return reader.fail(ErrorCode::E0005, "field " + llvm::Twine(tag.number) +
                                               " is a number, expects bytes");
    if (rule)
      tensor.dataType = *value;
    appendVarint(out, tag.key());
    appendVarint(out, *value);
    return llvm::Error::success();
  }
  uint64_t length = tag.type == WireType::fixed64 ? 8 : 4;
  if (tag.type == WireType::bytes) {
    llvm::Expected<uint64_t> stated = reader.length(end);
    if (!stated)
      return stated.takeError();
    length = *stated;
  } else if (rule && rule->action != Action::floatData) {
    return reader.fail(ErrorCode::E0005, "field " + llvm::Twine(tag.number) +
                                             " is a fixed-size number");
  }
  if (rule && rule->action == Action::dataType)
    return reader.fail(ErrorCode::E0005,
                       "the data type of a tensor is bytes, expects a number");
  if (rule && rule->action == Action::drop)
    return reader.skip(length, end);
  if (rule && rule->action == Action::walk)
    return child(*rule, tag, length, depth);
  if (rule &&
      (rule->action == Action::rawData ||
       (rule->action == Action::floatData && tag.type == WireType::bytes)))
    return data(rule->action, tag, length, tensor);
  if (rule && rule->action == Action::name && length > limits.nameBytes)
    return reader.fail(ErrorCode::E4003, "a name has " + llvm::Twine(length) +
                                             " bytes, expects at most " +
                                             llvm::Twine(limits.nameBytes));
  appendVarint(out, tag.key());
  if (tag.type == WireType::bytes)
    appendVarint(out, length);
  return reader.copy(length, end, out);
}

llvm::Error Scanner::child(const FieldRule &rule, const WireTag &tag,
                           uint64_t length, unsigned depth) {
  appendVarint(out, tag.key());
  size_t lengthAt = out.size();
  out.append(paddedVarintBytes, '\0');
  if (llvm::Error error =
          walk(rule.child, reader.position() + length, depth + 1))
    return error;
  patchPaddedVarint(out, lengthAt, out.size() - lengthAt - paddedVarintBytes);
  return llvm::Error::success();
}

llvm::Error Scanner::data(Action action, const WireTag &tag, uint64_t length,
                          TensorState &tensor) {
  tensor.rawFields += 1;
  uint64_t begin = reader.position();
  if (length <= inlineDataBytes) {
    appendVarint(out, tag.key());
    appendVarint(out, length);
    return reader.copy(length, begin + length, out);
  }
  tensor.begin = begin;
  tensor.end = begin + length;
  tensor.floatSpan = action == Action::floatData;
  return reader.skip(length, begin + length);
}

llvm::Error Scanner::finishTensor(const TensorState &tensor) {
  if (tensor.end == 0)
    return llvm::Error::success();
  if (tensor.rawFields > 1)
    return reader.fail(ErrorCode::E1008,
                       "a tensor has its data in several pieces");
  if (tensor.floatSpan &&
      (tensor.dataType != 1 || (tensor.end - tensor.begin) % 4 != 0))
    return reader.fail(ErrorCode::E1008,
                       "a tensor of data type " + llvm::Twine(tensor.dataType) +
                           " has " + llvm::Twine(tensor.end - tensor.begin) +
                           " bytes of float_data");
  std::string segment;
  appendVarint(segment, 1 << 3);
  appendVarint(segment, tensor.begin);
  appendVarint(segment, 2 << 3);
  appendVarint(segment, tensor.end);
  appendVarint(out, 3 << 3 | 2);
  appendVarint(out, segment.size());
  out += segment;
  return llvm::Error::success();
}

/// Errors for what is certainly no model, by its first bytes.
static llvm::Error sniff(const InputFile &file) {
  std::string head(std::min<uint64_t>(file.size(), 512), '\0');
  if (llvm::Error error =
          file.read(0, {reinterpret_cast<uint8_t *>(head.data()), head.size()}))
    return error;
  llvm::StringRef text(head);
  auto fail = [&](ErrorCode code, const llvm::Twine &what) {
    return makeError(
        GliaError(code, ("`" + file.path() + "` is " + what).str()));
  };
  if (text.empty())
    return fail(ErrorCode::E0000, "empty");
  if (text.starts_with("version https://git-lfs"))
    return makeError(
        GliaError(
            ErrorCode::E0002,
            ("`" + file.path() + "` is a Git-LFS pointer, not the model").str())
            .remedy("run `git lfs pull`"));
  static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral>
      magics[] = {{"\x89PNG", "a PNG image"},
                  {"\x7f"
                   "ELF",
                   "an ELF file"},
                  {"PK\x03\x04", "a ZIP archive"},
                  {"\x1f\x8b", "gzip data"},
                  {"%PDF", "a PDF document"},
                  {"\x93NUMPY", "a NumPy array"},
                  {"\x80\x02", "a Python pickle"}};
  for (auto [magic, what] : magics)
    if (text.starts_with(magic))
      return fail(ErrorCode::E0001, what + ", expects an ONNX model");
  if (llvm::all_of(text, [](char c) {
        return llvm::isPrint(c) || c == '\n' || c == '\r' || c == '\t';
      }))
    return fail(ErrorCode::E0001, "text, expects an ONNX model");
  return llvm::Error::success();
}

llvm::Expected<std::string> scanModel(const InputFile &file,
                                      const ImportLimits &limits) {
  if (llvm::Error error = sniff(file))
    return std::move(error);
  if (file.size() > limits.modelBytes)
    return makeError(
        GliaError(ErrorCode::E4000,
                  ("`" + file.path() + "` has " + llvm::Twine(file.size()) +
                   " bytes, expects at most " + llvm::Twine(limits.modelBytes))
                      .str())
            .remedy("export the model with its weights as external data"));
  Scanner scanner(file, limits);
  if (llvm::Error error = scanner.walk(Message::model, file.size(), 0))
    return std::move(error);
  return scanner.take();
}

} // namespace glia::onnx_import
