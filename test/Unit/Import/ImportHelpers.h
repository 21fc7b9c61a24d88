//===- ImportHelpers.h - Models and imports for tests ---------------------===//
//
// Models are written in ONNX's own text form and encoded by libonnx, so that
// no test needs a binary file.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_TEST_UNIT_IMPORT_IMPORTHELPERS_H
#define GLIA_TEST_UNIT_IMPORT_IMPORTHELPERS_H

#include "TemporaryFolder.h"
#include "glia/Import/ONNX/Importer.h"
#include "glia/Support/Error.h"
#include "onnx/defs/parser.h"
#include <string>

/// `graph` is "name (float[2] x) => (float[2] y) { y = Relu(x) }".
onnx::ModelProto parseModel(const std::string &graph, int opset = 20,
                            const std::string &rest = "");
std::string encode(const onnx::ModelProto &model);

/// "GLIA-E1003: ..." of the first error, or the printed module.
std::string importBytes(const std::string &bytes,
                        const glia::ImportOptions &options = {});
std::string importModel(const onnx::ModelProto &model,
                        const glia::ImportOptions &options = {});
std::string importGraph(const std::string &graph, int opset = 20,
                        const glia::ImportOptions &options = {});
std::string importFile(const std::string &path,
                       const glia::ImportOptions &options = {});
/// "E1003", or "ok".
std::string codeOf(const std::string &imported);

#endif
