//===- WireScan.h - The file's bytes before libonnx sees them -------------===//
//
// Walks the protobuf encoding of a model with bounded memory and gives back a
// smaller message with the same graph: data of tensors over 1 KiB stays in the
// file and is replaced by its place there, documentation is dropped. Malformed
// bytes end here, with our own errors.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_LIB_IMPORT_ONNX_WIRESCAN_H
#define GLIA_LIB_IMPORT_ONNX_WIRESCAN_H

#include "glia/Import/ONNX/Importer.h"
#include "glia/Support/InputFile.h"
#include <string>

namespace glia::onnx_import {

/// Data up to this stays in the message.
inline constexpr uint64_t inlineDataBytes = 1024;

/// The encoded ModelProto without large data. A TensorProto whose data was
/// left out carries `segment {begin, end}`, a range of the file. (A file that
/// uses `segment` itself is refused, so nothing else can claim a range.)
/// Errors: E0000-E0005, E1008, E2004, E4000, E4001, E4003, E5800, E5802.
llvm::Expected<std::string> scanModel(const InputFile &file,
                                      const ImportLimits &limits);

} // namespace glia::onnx_import

#endif
