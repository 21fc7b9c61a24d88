//===- Error.cpp - Coded errors -------------------------------------------===//
//
// The table of Errors.def, and how an error becomes text, JSON and an exit
// status.
//
//===----------------------------------------------------------------------===//
#include "glia/Support/Error.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

namespace glia {

static const ErrorInfo errorTable[] = {
#define GLIA_ERROR(code, errorClass, title, explanation)                       \
  {ErrorCode::E##code, ErrorClass::errorClass, title, explanation},
#include "glia/Support/Errors.def"
#undef GLIA_ERROR
};

llvm::ArrayRef<ErrorInfo> allErrors() { return errorTable; }

const ErrorInfo &getErrorInfo(ErrorCode code) {
  for (const ErrorInfo &info : errorTable)
    if (info.code == code)
      return info;
  llvm_unreachable("every ErrorCode stands in Errors.def");
}

llvm::StringRef name(ErrorClass errorClass) {
  switch (errorClass) {
  case ErrorClass::malformed:
    return "malformed";
  case ErrorClass::invalid:
    return "invalid";
  case ErrorClass::unsupported:
    return "unsupported";
  case ErrorClass::trap:
    return "trap";
  case ErrorClass::exhausted:
    return "exhausted";
  case ErrorClass::io:
    return "io";
  case ErrorClass::security:
    return "security";
  case ErrorClass::incompatible:
    return "incompatible";
  case ErrorClass::bug:
    return "bug";
  }
  llvm_unreachable("covered switch");
}

std::string formatCode(ErrorCode code) {
  std::string digits = llvm::utostr(static_cast<unsigned>(code));
  return "GLIA-E" + std::string(4 - digits.size(), '0') + digits;
}

std::optional<ErrorCode> parseCode(llvm::StringRef text) {
  text.consume_front_insensitive("GLIA-");
  text.consume_front_insensitive("E");
  unsigned number = 0;
  if (text.size() != 4 || text.getAsInteger(10, number))
    return std::nullopt;
  for (const ErrorInfo &info : errorTable)
    if (static_cast<unsigned>(info.code) == number)
      return info.code;
  return std::nullopt;
}

char GliaError::ID = 0;

void GliaError::log(llvm::raw_ostream &os) const {
  os << "error: " << formatCode(code) << ": " << escapeForMessage(message);
  for (auto [index, fact] : llvm::enumerate(facts))
    os << (index == 0 ? " (" : ", ") << fact.first << ": "
       << escapeForMessage(fact.second);
  if (!facts.empty())
    os << ')';
  if (!remedyText.empty())
    os << "; " << escapeForMessage(remedyText);
}

llvm::Error makeError(ErrorCode code, const llvm::Twine &message) {
  return llvm::make_error<GliaError>(code, message.str());
}

llvm::Error makeError(GliaError error) {
  return llvm::make_error<GliaError>(std::move(error));
}

int exitStatus(const GliaError &error) {
  return getErrorInfo(error.code).errorClass == ErrorClass::bug ? 70 : 1;
}

static void logJson(const GliaError &error, llvm::raw_ostream &os) {
  llvm::json::OStream json(os);
  json.object([&] {
    json.attribute("code", formatCode(error.code));
    json.attribute("class", name(getErrorInfo(error.code).errorClass));
    json.attribute("message", escapeForMessage(error.message));
    json.attributeObject("facts", [&] {
      for (const auto &[key, value] : error.facts)
        json.attribute(key, escapeForMessage(value));
    });
    if (!error.remedyText.empty())
      json.attribute("remedy", escapeForMessage(error.remedyText));
  });
}

int reportErrors(llvm::Error error, llvm::raw_ostream &os, bool json) {
  int status = 0;
  auto report = [&](const GliaError &each) {
    if (json)
      logJson(each, os);
    else
      each.log(os);
    os << '\n';
    status = std::max(status, exitStatus(each));
  };
  llvm::handleAllErrors(
      std::move(error), report, [&](const llvm::ErrorInfoBase &foreign) {
        report(GliaError(ErrorCode::E9800, foreign.message()));
      });
  return status;
}

} // namespace glia
