//===- CsvTest.cpp - Tables of buffers, right and wrong -------------------===//
//
// Each way in which a table can be wrong has its code and its line; what is
// right comes back unchanged but for the offsets.
//
//===----------------------------------------------------------------------===//
#include "glia/Allocator/Csv.h"
#include "glia/Support/Error.h"
#include <catch2/catch.hpp>

using namespace glia;

static std::string messageOf(llvm::StringRef text) {
  llvm::Expected<PlacementTable> table = readPlacementTable(text, "f.csv");
  if (table)
    return "";
  std::string message;
  llvm::raw_string_ostream os(message);
  reportErrors(table.takeError(), os);
  return message;
}

#define CHECK_ERROR(text, code, part)                                          \
  do {                                                                         \
    std::string message = messageOf(text);                                     \
    CHECK_THAT(message, Catch::Contains(code) && Catch::Contains(part));       \
  } while (false)

static const std::string header = "id,lower,upper,size\n";

TEST_CASE("columns may stand in any order, quoted, with CRLF and blank lines") {
  llvm::StringRef text = "\xEF\xBB\xBFsize,\"id\",gaps,alignment,upper,lower\r\n8,\"a \"\"b\"\", c\",2-3 4-6,64,9,1\r\n\r\n5,x,,,7,0";
  auto table = readPlacementTable(text, "f.csv");
  REQUIRE(bool(table));
  REQUIRE(table->buffers.size() == 2);
  const PlacementBuffer &first = table->buffers[0];
  CHECK(first.life.lower == 1);
  CHECK(first.life.upper == 9);
  CHECK(first.size == 8);
  CHECK(first.alignment == 64);
  REQUIRE(first.gaps.size() == 2);
  CHECK(first.gaps[1].lower == 4);
  CHECK(first.gaps[1].upper == 6);
  CHECK(table->buffers[1].alignment == 1);
  CHECK(writePlacementTable(*table, {64, 0}) ==
        "size,\"id\",gaps,alignment,upper,lower,offset\n8,\"a \"\"b\"\", c\",2-3 4-6,64,9,1,64\n5,x,,,7,0,0\n");
}

TEST_CASE("headers that are wrong") {
  CHECK_ERROR("", "E0810", "empty");
  CHECK_ERROR("\n\r\n", "E0810", "empty");
  CHECK_ERROR("id,lower,upper\na,0,1\n", "E0810", "column `size`");
  CHECK_ERROR("id,lower,upper,size,size\n", "E0810", "once");
  CHECK_ERROR("id,lower,upper,size,offset\n", "E0810", "got `offset`");
  CHECK_ERROR("0,1,2,3\n", "E0810", "got `0`");
}

TEST_CASE("lines that do not decode") {
  CHECK_ERROR(header + "a,0,1\n", "E0810", "expects 4 fields as the header has, got 3 (file: f.csv, line: 2)");
  CHECK_ERROR(header + "a,0,1,2,3\n", "E0810", "got 5");
  CHECK_ERROR(header + "\"a,0,1,2\n", "E0810", "to end in its line");
  CHECK_ERROR(header + "\"a\"b,0,1,2\n", "E0810", "comma after");
  CHECK_ERROR(header + "a\"b\",0,1,2\n", "E0810", "only around");
}

TEST_CASE("values that cannot be") {
  CHECK_ERROR(header + "a,0,1,-5\n", "E1810", "`size`");
  CHECK_ERROR(header + "a,-1,1,5\n", "E1810", "`lower`");
  CHECK_ERROR(header + "a,0,1,9223372036854775808\n", "E1810", "to 9223372036854775807, got `9223372036854775808`");
  CHECK_ERROR(header + "a,0,18446744073709551617,1\n", "E1810", "`upper`");
  for (std::string text : {"0x10", "1e3", " 5", "5 ", "+5", "", "1.0", "nan"})
    CHECK_ERROR(header + "a,0,1," + text + "\n", "E1810", "got `" + text + "`");
  CHECK_ERROR(header + "a,5,5,1\n", "E1810", "got [5, 5)");
  CHECK_ERROR(header + "a,5,4,1\n", "E1810", "got [5, 4)");
  CHECK_ERROR(header + ",0,1,1\n", "E1810", "expects an id");
  CHECK_ERROR(header + "a,0,1,1\nb,0,1,1\na,3,4,1\n", "E1810", "id `a` is that of line 2, too (file: f.csv, line: 4)");
  CHECK_ERROR("id,lower,upper,size,alignment\na,0,1,1,0\n", "E1810", "`alignment` expects a number from 1");
}

TEST_CASE("gaps that cannot be, or are not supported") {
  std::string start = "id,lower,upper,size,gaps\na,2,9,1,";
  CHECK(messageOf(start + "2-3 3-9\n").empty());
  for (std::string gaps : {"1-3", "8-10", "4-4", "5-4", "5-6 3-4", "3-5 4-6", "3", "-", "3-x"})
    CHECK_ERROR(start + gaps + "\n", "E1810", "`gaps` expects LOWER-UPPER");
  CHECK_ERROR(start + "3-4@0:1\n", "E2810", "gap `3-4@0:1`");
}

TEST_CASE("hints are ignored aloud") {
  auto table = readPlacementTable("id,lower,upper,size,hint\na,0,1,1,-1\n", "f.csv");
  REQUIRE(bool(table));
  CHECK(table->warnings == std::vector<std::string>{"column `hint` is not used"});
}
