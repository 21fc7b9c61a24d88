//===- Escape.cpp - Printable form of foreign bytes -----------------------===//
//
// Names come from files that anyone may have written. What is printed of them
// must not move a cursor, forge a second line, or flood a log.
//
//===----------------------------------------------------------------------===//
#include "glia/Support/Error.h"
#include "llvm/ADT/StringExtras.h"

namespace glia {

static constexpr size_t maxMessageBytes = 1024;

/// Length of the well-formed UTF-8 sequence at the front, 0 if there is none
/// (overlong forms, surrogates and values above 0x10FFFF are not well formed).
static size_t utf8Length(llvm::StringRef text) {
  auto byte = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
  uint8_t first = byte(0);
  if (first < 0x80)
    return 1;
  size_t length = first >= 0xF0 && first <= 0xF4 ? 4
                  : first >= 0xE0                ? 3
                  : first >= 0xC2                ? 2
                                                 : 0;
  if (first > 0xF4 || length == 0 || text.size() < length)
    return 0;
  for (size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xC0) != 0x80)
      return 0;
  uint8_t second = byte(1);
  if ((first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) ||
      (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F))
    return 0;
  return length;
}

/// C1 controls, line and paragraph separators, and marks that reorder text.
static bool isDisplayControl(llvm::StringRef sequence) {
  return (sequence.size() == 2 && sequence[0] == '\xC2' &&
          static_cast<uint8_t>(sequence[1]) < 0xA0) ||
         sequence == "\u2028" || sequence == "\u2029" ||
         (sequence >= "\u200E" && sequence <= "\u200F") ||
         (sequence >= "\u202A" && sequence <= "\u202E") ||
         (sequence >= "\u2066" && sequence <= "\u2069");
}

std::string escapeForMessage(llvm::StringRef bytes) {
  std::string result;
  while (!bytes.empty()) {
    size_t length = utf8Length(bytes);
    llvm::StringRef sequence = bytes.take_front(length == 0 ? 1 : length);
    std::string piece;
    uint8_t first = static_cast<uint8_t>(sequence[0]);
    if (length == 0 || first < 0x20 || first == 0x7F ||
        isDisplayControl(sequence)) {
      for (char c : sequence)
        piece += "\\x" + llvm::utohexstr(static_cast<uint8_t>(c),
                                         /*LowerCase=*/false, /*Width=*/2);
    } else {
      piece = sequence.str();
    }
    if (result.size() + piece.size() > maxMessageBytes)
      return result + "...";
    result += piece;
    bytes = bytes.drop_front(sequence.size());
  }
  return result;
}

} // namespace glia
