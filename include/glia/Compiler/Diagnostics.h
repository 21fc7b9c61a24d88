//===- Diagnostics.h - MLIR's diagnostics as coded errors -----------------===//
//
// Below the session errors travel as MLIR diagnostics, above it as
// GliaErrors. Here one becomes the other: the ONNX node comes from the
// location, the code from the text's prefix or from where the fault arose.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_COMPILER_DIAGNOSTICS_H
#define GLIA_COMPILER_DIAGNOSTICS_H

#include "glia/Support/Error.h"
#include "mlir/IR/Diagnostics.h"

namespace glia {

class DiagnosticCollector {
public:
  explicit DiagnosticCollector(mlir::MLIRContext *context);

  /// The errors seen so far, joined; one of `fallback` when there is none.
  /// A diagnostic whose text starts with a code ("GLIA-E2601: ...") has that
  /// code, any other has `fallback`.
  llvm::Error take(ErrorCode fallback, llvm::StringRef where);
  std::vector<std::string> takeWarnings() { return std::move(warnings); }

private:
  void add(mlir::Diagnostic &diagnostic);
  struct Seen {
    std::string message, node, operatorName;
    std::vector<std::string> notes;
  };
  std::vector<Seen> errors;
  std::vector<std::string> warnings;
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace glia

#endif
