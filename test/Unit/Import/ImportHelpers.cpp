//===- ImportHelpers.cpp - Models and imports for tests -------------------===//
#include "ImportHelpers.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/raw_ostream.h"
#include <catch2/catch.hpp>

using namespace glia;

onnx::ModelProto parseModel(const std::string &graph, int opset,
                            const std::string &rest) {
  onnx::ModelProto model;
  std::string text =
      "<ir_version: 9, opset_import: [\"\" : " + std::to_string(opset) +
      (rest.empty() ? "" : ", " + rest) + "]>\n" + graph;
  onnx::Common::Status status = onnx::OnnxParser::Parse(model, text.c_str());
  INFO(status.ErrorMessage());
  REQUIRE(status.IsOK());
  return model;
}

std::string encode(const onnx::ModelProto &model) {
  std::string bytes;
  model.SerializeToString(&bytes);
  return bytes;
}

std::string importFile(const std::string &path, const ImportOptions &options) {
  mlir::MLIRContext context;
  llvm::Expected<ImportResult> result = importONNX(context, path, options);
  std::string text;
  llvm::raw_string_ostream os(text);
  if (!result) {
    reportErrors(result.takeError(), os);
    llvm::StringRef rest = text;
    rest.consume_front("error: ");
    return rest.rtrim().str();
  }
  for (const ImportWarning &warning : result->warnings)
    os << "// warning: " << warning.message << '\n';
  mlir::OpPrintingFlags flags;
  flags.enableDebugInfo(true, true);
  result->module->print(os, flags);
  return text;
}

std::string importBytes(const std::string &bytes,
                        const ImportOptions &options) {
  TemporaryFolder folder;
  const auto *first = reinterpret_cast<const uint8_t *>(bytes.data());
  return importFile(folder.write("model.onnx", {first, bytes.size()}), options);
}

std::string importModel(const onnx::ModelProto &model,
                        const ImportOptions &options) {
  return importBytes(encode(model), options);
}
std::string importGraph(const std::string &graph, int opset,
                        const ImportOptions &options) {
  return importModel(parseModel(graph, opset), options);
}

std::string codeOf(const std::string &imported) {
  return imported.rfind("GLIA-", 0) == 0 ? imported.substr(5, 5) : "ok";
}
