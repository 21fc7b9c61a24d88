//===- Errors.cpp - Errors through the C interface ------------------------===//
//
// An error is data: class, code, message, facts and remedy go to the callback
// as they are; nothing is printed.
//
//===----------------------------------------------------------------------===//
#include "Support.h"
#include "llvm/ADT/SmallVector.h"

using namespace glia;

static GliaStatus statusOf(ErrorClass errorClass) {
  switch (errorClass) {
  case ErrorClass::malformed:
    return GLIA_MALFORMED;
  case ErrorClass::invalid:
    return GLIA_INVALID;
  case ErrorClass::unsupported:
    return GLIA_UNSUPPORTED;
  case ErrorClass::trap:
    return GLIA_TRAP;
  case ErrorClass::exhausted:
    return GLIA_EXHAUSTED;
  case ErrorClass::io:
    return GLIA_IO;
  case ErrorClass::security:
    return GLIA_SECURITY;
  case ErrorClass::incompatible:
    return GLIA_INCOMPATIBLE;
  case ErrorClass::bug:
    return GLIA_BUG;
  }
  return GLIA_BUG;
}

static GliaStatus reportOne(const GliaError &error,
                            GliaDiagnosticCallback callback, void *userData) {
  GliaStatus status = statusOf(getErrorInfo(error.code).errorClass);
  if (!callback)
    return status;
  std::string code = formatCode(error.code);
  std::string message = escapeForMessage(error.message);
  llvm::SmallVector<const char *> keys, values;
  llvm::SmallVector<std::string> escaped;
  for (const auto &[key, value] : error.facts)
    escaped.push_back(escapeForMessage(value));
  for (const auto &[i, fact] : llvm::enumerate(error.facts)) {
    keys.push_back(fact.first.c_str());
    values.push_back(escaped[i].c_str());
  }
  GliaDiagnostic diagnostic{sizeof(GliaDiagnostic),
                            status,
                            code.c_str(),
                            message.c_str(),
                            keys.size(),
                            keys.data(),
                            values.data(),
                            error.remedyText.c_str()};
  callback(&diagnostic, userData);
  return status;
}

GliaStatus capi::report(llvm::Error error, GliaDiagnosticCallback callback,
                        void *userData) {
  GliaStatus first = GLIA_OK;
  auto note = [&](GliaStatus status) {
    if (first == GLIA_OK)
      first = status;
  };
  llvm::handleAllErrors(
      std::move(error),
      [&](const GliaError &one) { note(reportOne(one, callback, userData)); },
      [&](const llvm::ErrorInfoBase &other) {
        note(reportOne(GliaError(ErrorCode::E9800, other.message()), callback,
                       userData));
      });
  return first;
}

void capi::reportWarning(llvm::StringRef text, GliaDiagnosticCallback callback,
                         void *userData) {
  if (!callback)
    return;
  std::string message = escapeForMessage(text);
  GliaDiagnostic diagnostic{sizeof(GliaDiagnostic),
                            GLIA_OK,
                            "",
                            message.c_str(),
                            0,
                            nullptr,
                            nullptr,
                            ""};
  callback(&diagnostic, userData);
}

/// Title and explanation are literals of Errors.def, so they end in NUL.
const char *gliaErrorTitle(const char *code) {
  std::optional<ErrorCode> parsed =
      code ? parseCode(code) : std::optional<ErrorCode>();
  return parsed ? getErrorInfo(*parsed).title.data() : nullptr;
}

const char *gliaErrorExplanation(const char *code) {
  std::optional<ErrorCode> parsed =
      code ? parseCode(code) : std::optional<ErrorCode>();
  return parsed ? getErrorInfo(*parsed).explanation.data() : nullptr;
}
