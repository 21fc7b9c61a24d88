//===- AssemblyCursor.h - Reading the assembler's directives --------------===//
#ifndef GLIA_LIB_OBJECT_ASSEMBLYCURSOR_H
#define GLIA_LIB_OBJECT_ASSEMBLYCURSOR_H

#include "glia/Support/LineLexer.h"
#include <charconv>

namespace glia {

/// The lexer of instructions, with strings and floats beside.
class AssemblyCursor : public LineLexer {
public:
  using LineLexer::LineLexer;

  bool consumeWord(llvm::StringRef expected) {
    (void)peek(); // skips blanks
    llvm::StringRef found = remaining().take_while(
        [](char c) { return llvm::isAlnum(c) || c == '_'; });
    if (failed() || found != expected)
      return false;
    (void)word();
    return true;
  }

  /// "text" with \\ \" \n \t and \xHH.
  std::string string() {
    std::string result;
    expect('"');
    while (!failed()) {
      llvm::StringRef rest = remaining();
      if (rest.empty()) {
        fail("expects `\"`");
        break;
      }
      skip(1);
      if (rest.front() == '"')
        break;
      if (rest.front() != '\\') {
        result += rest.front();
        continue;
      }
      rest = rest.drop_front();
      static constexpr llvm::StringRef escapes = "\\\"nt",
                                       meanings = "\\\"\n\t";
      uint8_t code = 0;
      if (size_t at =
              rest.empty() ? llvm::StringRef::npos : escapes.find(rest.front());
          at != llvm::StringRef::npos) {
        result += meanings[at];
        skip(1);
      } else if (rest.size() >= 3 && rest.front() == 'x' &&
                 !rest.substr(1, 2).getAsInteger(16, code)) {
        result += char(code);
        skip(3);
      } else {
        fail("has no such escape");
      }
    }
    return result;
  }

  float floating() {
    llvm::StringRef text = word(".-+");
    float value = 0;
    auto parsed = std::from_chars(text.begin(), text.end(), value);
    if (text.empty() || parsed.ec != std::errc() || parsed.ptr != text.end())
      fail("expects an fp32 number, got `" + text + "`");
    return value;
  }
};

} // namespace glia

#endif
