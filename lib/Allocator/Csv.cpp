//===- Csv.cpp - Allocation problems as comma-separated values ------------===//
//
// Strict: what is not understood is an error with its line, for a constraint
// that was dropped silently would make wrong placements.
//
//===----------------------------------------------------------------------===//
#include "glia/Allocator/Csv.h"
#include "glia/Support/Error.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include <array>
#include <limits>
#include <optional>

using namespace glia;

namespace {

enum Column {
  idColumn,
  lowerColumn,
  upperColumn,
  sizeColumn,
  alignmentColumn,
  gapsColumn,
  hintColumn,
  numColumns
};
constexpr std::array<const char *, numColumns> columnNames = {
    "id", "lower", "upper", "size", "alignment", "gaps", "hint"};

class Reader {
public:
  Reader(llvm::StringRef text, llvm::StringRef file) : rest(text), file(file) {}
  llvm::Expected<PlacementTable> read();

private:
  llvm::Error fail(ErrorCode code, const llvm::Twine &message) const {
    return makeError(GliaError(code, message.str())
                         .with("file", file.str())
                         .with("line", std::to_string(line)));
  }
  bool nextLine(llvm::StringRef &text);
  llvm::Error split(llvm::StringRef text);
  llvm::Error readHeader(llvm::StringRef text);
  llvm::Error readRow(llvm::StringRef text);
  llvm::Error readNumber(Column column, int64_t least, int64_t most,
                         int64_t &value) const;
  llvm::Error readGaps(PlacementBuffer &buffer) const;
  bool has(Column column) const { return position[column].has_value(); }
  llvm::StringRef field(Column column) const {
    return fields[*position[column]];
  }

  llvm::StringRef rest, file;
  size_t line = 0;
  std::array<std::optional<size_t>, numColumns> position;
  size_t width = 0;
  std::vector<std::string> fields; // of the current line, without quotes
  llvm::StringMap<size_t> lineOfId;
  PlacementTable table;
};

} // namespace

/// The next line that is not blank.
bool Reader::nextLine(llvm::StringRef &text) {
  while (!rest.empty()) {
    ++line;
    std::tie(text, rest) = rest.split('\n');
    text.consume_back("\r");
    if (!text.empty())
      return true;
  }
  return false;
}

llvm::Error Reader::split(llvm::StringRef text) {
  fields.clear();
  while (true) {
    std::string value;
    if (text.consume_front("\"")) {
      while (true) {
        size_t quote = text.find('"');
        if (quote == llvm::StringRef::npos)
          return fail(ErrorCode::E0810,
                      "expects a quoted field to end in its line");
        value += text.take_front(quote);
        text = text.drop_front(quote + 1);
        if (!text.consume_front("\""))
          break;
        value += '"';
      }
      if (!text.empty() && !text.starts_with(","))
        return fail(ErrorCode::E0810, "expects a comma after a quoted field");
    } else {
      value = text.take_until([](char c) { return c == ','; }).str();
      text = text.drop_front(value.size());
      if (value.find('"') != std::string::npos)
        return fail(ErrorCode::E0810,
                    "expects a quote only around a whole field, got `" + value +
                        "`");
    }
    fields.push_back(std::move(value));
    if (!text.consume_front(","))
      return llvm::Error::success();
  }
}

llvm::Error Reader::readHeader(llvm::StringRef text) {
  if (llvm::Error error = split(text))
    return error;
  width = fields.size();
  for (size_t i = 0; i < width; ++i) {
    auto known = llvm::find(columnNames, fields[i]);
    if (known == columnNames.end())
      return fail(
          ErrorCode::E0810,
          "expects the columns id, lower, upper, size, alignment, gaps, got `" +
              fields[i] + "`");
    std::optional<size_t> &slot = position[known - columnNames.begin()];
    if (slot)
      return fail(ErrorCode::E0810, "expects column `" + fields[i] + "` once");
    slot = i;
  }
  for (Column column : {idColumn, lowerColumn, upperColumn, sizeColumn})
    if (!has(column))
      return fail(ErrorCode::E0810, llvm::Twine("expects a column `") +
                                        columnNames[column] + "`");
  if (has(hintColumn))
    table.warnings.push_back("column `hint` is not used");
  table.header = text.str();
  return llvm::Error::success();
}

llvm::Error Reader::readNumber(Column column, int64_t least, int64_t most,
                               int64_t &value) const {
  uint64_t number;
  llvm::StringRef text = field(column);
  if (text.getAsInteger(10, number) || number < uint64_t(least) ||
      number > uint64_t(most))
    return fail(ErrorCode::E1810,
                llvm::Twine("`") + columnNames[column] +
                    "` expects a number from " + llvm::Twine(least) + " to " +
                    llvm::Twine(most) + ", got `" + text + "`");
  value = int64_t(number);
  return llvm::Error::success();
}

llvm::Error Reader::readGaps(PlacementBuffer &buffer) const {
  llvm::SmallVector<llvm::StringRef> words;
  field(gapsColumn).split(words, ' ', -1, /*KeepEmpty=*/false);
  int64_t from = buffer.life.lower;
  for (llvm::StringRef word : words) {
    if (word.contains('@'))
      return fail(ErrorCode::E2810,
                  "gap `" + word +
                      "` frees a part of the buffer's bytes; only gaps of the "
                      "whole buffer are supported");
    auto [lower, upper] = word.split('-');
    uint64_t begin, end;
    if (lower.getAsInteger(10, begin) || upper.getAsInteger(10, end) ||
        begin >= end || begin < uint64_t(from) ||
        end > uint64_t(buffer.life.upper))
      return fail(ErrorCode::E1810, "`gaps` expects LOWER-UPPER, ascending and "
                                    "within the buffer's life, got `" +
                                        word + "`");
    buffer.gaps.push_back({int64_t(begin), int64_t(end)});
    from = int64_t(end);
  }
  return llvm::Error::success();
}

llvm::Error Reader::readRow(llvm::StringRef text) {
  if (llvm::Error error = split(text))
    return error;
  if (fields.size() != width)
    return fail(ErrorCode::E0810, "expects " + llvm::Twine(width) +
                                      " fields as the header has, got " +
                                      llvm::Twine(fields.size()));
  llvm::StringRef id = field(idColumn);
  if (id.empty())
    return fail(ErrorCode::E1810, "expects an id");
  auto [earlier, isNew] = lineOfId.try_emplace(id, line);
  if (!isNew)
    return fail(ErrorCode::E1810, "id `" + id + "` is that of line " +
                                      llvm::Twine(earlier->second) + ", too");
  constexpr int64_t most = std::numeric_limits<int64_t>::max();
  PlacementBuffer buffer;
  if (llvm::Error error = readNumber(lowerColumn, 0, most, buffer.life.lower))
    return error;
  if (llvm::Error error = readNumber(upperColumn, 0, most, buffer.life.upper))
    return error;
  if (buffer.life.upper <= buffer.life.lower)
    return fail(ErrorCode::E1810, "expects `upper` above `lower`, got [" +
                                      llvm::Twine(buffer.life.lower) + ", " +
                                      llvm::Twine(buffer.life.upper) + ")");
  if (llvm::Error error = readNumber(sizeColumn, 0, most, buffer.size))
    return error;
  if (has(alignmentColumn) && !field(alignmentColumn).empty())
    if (llvm::Error error =
            readNumber(alignmentColumn, 1, maxPlacementBytes, buffer.alignment))
      return error;
  if (has(gapsColumn))
    if (llvm::Error error = readGaps(buffer))
      return error;
  table.rows.push_back(text);
  table.buffers.push_back(std::move(buffer));
  return llvm::Error::success();
}

llvm::Expected<PlacementTable> Reader::read() {
  rest.consume_front("\xEF\xBB\xBF"); // the mark that some spreadsheets write
  llvm::StringRef text;
  if (!nextLine(text))
    return fail(ErrorCode::E0810, "expects a header, the file is empty");
  if (llvm::Error error = readHeader(text))
    return std::move(error);
  while (nextLine(text))
    if (llvm::Error error = readRow(text))
      return std::move(error);
  return std::move(table);
}

llvm::Expected<PlacementTable> glia::readPlacementTable(llvm::StringRef text,
                                                        llvm::StringRef file) {
  return Reader(text, file).read();
}

std::string glia::writePlacementTable(const PlacementTable &table,
                                      llvm::ArrayRef<int64_t> offsets) {
  std::string text = table.header + ",offset\n";
  for (size_t i = 0; i < table.rows.size(); ++i) {
    text += table.rows[i];
    text += ',' + std::to_string(offsets[i]) + '\n';
  }
  return text;
}
