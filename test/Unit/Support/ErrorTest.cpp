//===- ErrorTest.cpp - Codes, text and JSON of errors ---------------------===//
#include "glia/Support/Error.h"
#include "glia/Support/ElementType.h"
#include <catch2/catch.hpp>
#include <set>

using namespace glia;

static std::string report(llvm::Error error, bool json = false,
                          int *status = nullptr) {
  std::string text;
  llvm::raw_string_ostream os(text);
  int result = reportErrors(std::move(error), os, json);
  if (status)
    *status = result;
  return text;
}

TEST_CASE("codes are unique, sorted into their class's range, and parse back") {
  std::set<unsigned> seen;
  for (const ErrorInfo &info : allErrors()) {
    CHECK(seen.insert(static_cast<unsigned>(info.code)).second);
    CHECK(parseCode(formatCode(info.code)) == info.code);
    static constexpr unsigned ranges[] = {0, 1, 2, 3, 4, 5, 6, 7, 9};
    CHECK(static_cast<unsigned>(info.code) / 1000 ==
          ranges[static_cast<unsigned>(info.errorClass)]);
    CHECK(!info.title.empty());
    CHECK(!info.explanation.empty());
  }
  CHECK(parseCode("5800") == ErrorCode::E5800);
  CHECK(parseCode("E5800") == ErrorCode::E5800);
  CHECK(!parseCode("GLIA-E8999"));
  CHECK(!parseCode("58000"));
}

TEST_CASE("an error is one line of text or one JSON object") {
  auto make = [] {
    return makeError(GliaError(ErrorCode::E5800, "cannot read `a\nb`")
                         .with("node", "\x1b[2J")
                         .remedy("check it"));
  };
  int status;
  CHECK(
      report(make(), false, &status) ==
      "error: GLIA-E5800: cannot read `a\\x0Ab` (node: \\x1B[2J); check it\n");
  CHECK(status == 1);
  CHECK(report(make(), true) ==
        "{\"code\":\"GLIA-E5800\",\"class\":\"io\",\"message\":\"cannot read "
        "`a\\\\x0Ab`\",\"facts\":{\"node\":\"\\\\x1B[2J\"},\"remedy\":\"check "
        "it\"}\n");
}

TEST_CASE("a foreign error is a bug") {
  int status;
  CHECK(llvm::StringRef(report(llvm::createStringError("odd"), false, &status))
            .starts_with("error: GLIA-E9800"));
  CHECK(status == 70);
}

TEST_CASE("foreign bytes are made printable") {
  CHECK(escapeForMessage("grün €") == "grün €");
  CHECK(escapeForMessage("\xff\xc0\x80") == "\\xFF\\xC0\\x80");
  CHECK(escapeForMessage("\xe2\x80\xae") ==
        "\\xE2\\x80\\xAE"); // right-to-left override
  CHECK(escapeForMessage(std::string(5000, 'x')).size() == 1027);
}

TEST_CASE("element types have names and sizes") {
  CHECK(parseElementType("bf16") == ElementType::bf16);
  CHECK(parseElementType("bool") == ElementType::boolean);
  CHECK(!parseElementType("float"));
  CHECK(storageBytes(ElementType::i4, 3) == 2);
  CHECK(storageBytes(ElementType::i64, 3) == 24);
}
