//===- LineLexer.h - A cursor over one line of assembly -------------------===//
//
// Keeps the first complaint; after it every request fails quietly, so that
// callers check once at the end.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_SUPPORT_LINELEXER_H
#define GLIA_SUPPORT_LINELEXER_H

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include <limits>
#include <string>

namespace glia {

class LineLexer {
public:
  explicit LineLexer(llvm::StringRef text) : whole(text), rest(text) {}

  void fail(const llvm::Twine &text) {
    if (reason.empty())
      reason = (text + " at column " + llvm::Twine(whole.size() - rest.size() + 1)).str();
  }
  bool failed() const { return !reason.empty(); }
  const std::string &message() const { return reason; }

  bool atEnd() {
    skipSpace();
    return rest.empty() || rest.front() == ';' || rest.starts_with("//");
  }
  char peek() {
    skipSpace();
    return rest.empty() ? '\0' : rest.front();
  }
  bool consume(char c) {
    if (failed() || peek() != c)
      return false;
    rest = rest.drop_front();
    return true;
  }
  void expect(char c) {
    if (!consume(c))
      fail("expects `" + llvm::Twine(c) + "`");
  }
  /// Letters, digits, _ and what `more` holds; may be empty.
  llvm::StringRef word(llvm::StringRef more = "") {
    skipSpace();
    llvm::StringRef result = rest.take_while([&](char c) { return llvm::isAlnum(c) || c == '_' || more.contains(c); });
    rest = rest.drop_front(result.size());
    return result;
  }
  void expectWord(llvm::StringRef expected) {
    if (word() != expected)
      fail("expects `" + expected + "`");
  }
  /// Decimal or 0x..., optionally negative, within [lowest, highest].
  template <typename T>
  T number(T lowest = std::numeric_limits<T>::lowest(), T highest = std::numeric_limits<T>::max()) {
    bool negative = consume('-');
    llvm::StringRef digits = word();
    uint64_t magnitude = 0;
    if (digits.empty() || digits.getAsInteger(0, magnitude) || !llvm::isDigit(digits.front())) {
      fail("expects a number");
      return T();
    }
    __int128 value = negative ? -__int128(magnitude) : __int128(magnitude);
    if (value < __int128(lowest) || value > __int128(highest)) {
      fail("expects a number from " + llvm::Twine(int64_t(lowest)) + " to " + llvm::Twine(uint64_t(highest)));
      return T();
    }
    return T(value);
  }
  llvm::StringRef remaining() const { return rest; }
  void skip(size_t n) { rest = rest.drop_front(n); }

private:
  void skipSpace() { rest = rest.ltrim(" \t\r"); }
  llvm::StringRef whole, rest;
  std::string reason;
};

} // namespace glia

#endif
