//===- EscapeNames.cpp - Names that are not text --------------------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//
#include "EscapeNames.h"
#include "onnx/onnx_pb.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/ConvertUTF.h"

namespace glia::onnx_import {

namespace {
class Escaper {
public:
  void escape(std::string &name);
  void escape(onnx::ValueInfoProto &info);
  void escape(onnx::GraphProto &graph);

  llvm::StringSet<> changed;
};
} // namespace

static bool isUTF8(llvm::StringRef text) {
  const auto *begin = reinterpret_cast<const llvm::UTF8 *>(text.begin());
  return llvm::isLegalUTF8String(
      &begin, reinterpret_cast<const llvm::UTF8 *>(text.end()));
}

void Escaper::escape(std::string &name) {
  bool text = isUTF8(name);
  if (text && name.find('\0') == std::string::npos)
    return;
  changed.insert(name);
  std::string escaped;
  for (unsigned char byte : name) {
    constexpr unsigned char firstBeyondASCII = 0x80;
    if (byte == 0 || (!text && byte >= firstBeyondASCII))
      escaped +=
          "\\x" + llvm::utohexstr(byte, /*LowerCase=*/false, /*Width=*/2);
    else
      escaped += static_cast<char>(byte);
  }
  name = std::move(escaped);
}

void Escaper::escape(onnx::ValueInfoProto &info) {
  if (info.has_name())
    escape(*info.mutable_name());
  if (!info.type().tensor_type().has_shape())
    return;
  for (auto &dim : *info.mutable_type()
                        ->mutable_tensor_type()
                        ->mutable_shape()
                        ->mutable_dim())
    if (dim.has_dim_param())
      escape(*dim.mutable_dim_param());
}

void Escaper::escape(onnx::GraphProto &graph) {
  for (auto *infos : {graph.mutable_input(), graph.mutable_output(),
                      graph.mutable_value_info()})
    for (onnx::ValueInfoProto &info : *infos)
      escape(info);
  for (onnx::TensorProto &tensor : *graph.mutable_initializer())
    escape(*tensor.mutable_name());
  for (onnx::NodeProto &node : *graph.mutable_node()) {
    for (std::string *name :
         {node.mutable_name(), node.mutable_op_type(), node.mutable_domain()})
      escape(*name);
    for (std::string &name : *node.mutable_input())
      escape(name);
    for (std::string &name : *node.mutable_output())
      escape(name);
    for (onnx::AttributeProto &attribute : *node.mutable_attribute())
      if (attribute.has_g())
        escape(*attribute.mutable_g());
  }
}

size_t escapeNames(onnx::GraphProto &graph) {
  Escaper escaper;
  escaper.escape(graph);
  return escaper.changed.size();
}

} // namespace glia::onnx_import
