//===- Error.h - Coded errors ---------------------------------------------===//
//
// Every error that a user can see is one GliaError: a code of Errors.def and
// the facts around it, data first, text second. Below MLIR it travels in
// llvm::Error / llvm::Expected.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_SUPPORT_ERROR_H
#define GLIA_SUPPORT_ERROR_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace glia {

enum class ErrorClass { malformed, invalid, unsupported, trap, exhausted, io, security, incompatible, bug };

enum class ErrorCode : unsigned {
#define GLIA_ERROR(code, errorClass, title, explanation) E##code = 1##code - 10000,
#include "glia/Support/Errors.def"
#undef GLIA_ERROR
};

struct ErrorInfo {
  ErrorCode code;
  ErrorClass errorClass;
  llvm::StringRef title, explanation;
};
llvm::ArrayRef<ErrorInfo> allErrors();
const ErrorInfo &getErrorInfo(ErrorCode code);
llvm::StringRef name(ErrorClass errorClass);
/// "GLIA-E0123".
std::string formatCode(ErrorCode code);
/// Accepts "GLIA-E0123", "E0123" and "0123".
std::optional<ErrorCode> parseCode(llvm::StringRef text);

class GliaError : public llvm::ErrorInfo<GliaError> {
public:
  static char ID;
  GliaError(ErrorCode code, std::string message) : code(code), message(std::move(message)) {}

  /// Adds a fact: node, op, domain, opset, attribute, tensor, engine, pc, ...
  GliaError &with(llvm::StringRef key, std::string value) {
    facts.emplace_back(key.str(), std::move(value));
    return *this;
  }
  /// What the user can do about it.
  GliaError &remedy(std::string text) { remedyText = std::move(text); return *this; }

  /// One line: "error: GLIA-E0123: message (node: ..., op: ...); remedy".
  /// Control characters and non-UTF-8 in it are escaped.
  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override { return llvm::inconvertibleErrorCode(); }

  ErrorCode code;
  std::string message; // what was seen, then the rule
  std::vector<std::pair<std::string, std::string>> facts;
  std::string remedyText;
};

/// return makeError(ErrorCode::E1203, "expects at most 128 partitions, got " + Twine(n));
llvm::Error makeError(ErrorCode code, const llvm::Twine &message);
llvm::Error makeError(GliaError error);

/// 0 ok, 1 user error, 70 bug (usage errors, 2, are the command line's).
int exitStatus(const GliaError &error);
/// Prints each error on one line (or as JSON objects, one a line) to `os`
/// and returns the exit status; an error that is no GliaError is a bug.
int reportErrors(llvm::Error error, llvm::raw_ostream &os, bool json = false);
/// Printable, single-line, valid UTF-8 form of any bytes, cut at 1 KiB.
std::string escapeForMessage(llvm::StringRef bytes);

} // namespace glia

#endif
