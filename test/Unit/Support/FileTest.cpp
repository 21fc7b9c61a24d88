//===- FileTest.cpp - Input and output files ------------------------------===//
#include "glia/Support/Error.h"
#include "glia/Support/InputFile.h"
#include "glia/Support/OutputFile.h"
#include <catch2/catch.hpp>
#include <cstdlib>
#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace glia;

namespace {
/// A folder that goes with the test.
struct Folder {
  std::string path = "/tmp/glia-file-test-XXXXXX";
  Folder() { REQUIRE(::mkdtemp(path.data())); }
  ~Folder() { (void)std::system(("rm -rf " + path).c_str()); }
  unsigned entries() const {
    unsigned count = 0;
    DIR *folder = ::opendir(path.c_str());
    while (dirent *entry = ::readdir(folder))
      count += entry->d_name[0] != '.';
    ::closedir(folder);
    return count;
  }
};
} // namespace

template <typename T>
static ErrorCode codeOf(llvm::Expected<T> value) {
  REQUIRE(!value);
  ErrorCode code{};
  llvm::handleAllErrors(value.takeError(),
                        [&](const GliaError &error) { code = error.code; });
  return code;
}
static ErrorCode codeOf(llvm::Error error) {
  ErrorCode code{};
  llvm::handleAllErrors(std::move(error),
                        [&](const GliaError &each) { code = each.code; });
  return code;
}

TEST_CASE("E5800: what is no regular file is not read") {
  Folder folder;
  CHECK(codeOf(InputFile::open(folder.path)) == ErrorCode::E5800);
  CHECK(codeOf(InputFile::open(folder.path + "/none")) == ErrorCode::E5800);
  CHECK(codeOf(InputFile::open("/dev/zero")) == ErrorCode::E5800);
  std::string fifo = folder.path + "/fifo";
  REQUIRE(::mkfifo(fifo.c_str(), 0600) == 0);
  CHECK(codeOf(InputFile::open(fifo)) == ErrorCode::E5800);
}

TEST_CASE("E5802: a file that ends early, E4800: one that is too large") {
  Folder folder;
  std::string path = folder.path + "/file";
  REQUIRE(!writeFile(path, llvm::StringRef("hello")));
  llvm::Expected<InputFile> file = InputFile::open(path);
  REQUIRE(bool(file));
  std::vector<uint8_t> buffer(4);
  REQUIRE(!file->read(1, buffer));
  CHECK(buffer == std::vector<uint8_t>{'e', 'l', 'l', 'o'});
  CHECK(codeOf(file->read(2, buffer)) == ErrorCode::E5802);
  CHECK(codeOf(file->read(UINT64_MAX, buffer)) == ErrorCode::E5802);
  CHECK(codeOf(file->readAll(4)) == ErrorCode::E4800);
  REQUIRE(::truncate(path.c_str(), 2) == 0);
  CHECK(codeOf(file->read(1, buffer)) == ErrorCode::E5802);
}

TEST_CASE("E5801: outputs are whole or absent") {
  Folder folder;
  std::string path = folder.path + "/out";
  CHECK(codeOf(OutputFile::create(folder.path + "/none/out")) ==
        ErrorCode::E5801);
  CHECK(codeOf(OutputFile::create(folder.path)) == ErrorCode::E5801);
  {
    llvm::Expected<OutputFile> file = OutputFile::create(path);
    REQUIRE(bool(file));
    REQUIRE(!file->write(llvm::StringRef("half")));
    CHECK(folder.entries() == 1);
  }
  CHECK(folder.entries() == 0);
  REQUIRE(!writeFile(path, llvm::StringRef("whole")));
  CHECK(folder.entries() == 1);
}

TEST_CASE("outputs of one group are there together") {
  Folder folder;
  std::string first = folder.path + "/a", second = folder.path + "/b";
  auto exists = [](const std::string &path) {
    return ::access(path.c_str(), F_OK) == 0;
  };
  {
    OutputGroup group;
    REQUIRE(!writeFile(first, llvm::StringRef("1"), &group));
    CHECK(!exists(first));
    CHECK(folder.entries() == 1); // under its temporary name
  }
  CHECK(folder.entries() == 0);
  OutputGroup group;
  REQUIRE(!writeFile(first, llvm::StringRef("1"), &group));
  REQUIRE(!writeFile(second, llvm::StringRef("2"), &group));
  REQUIRE(!group.commit());
  CHECK(exists(first));
  CHECK(exists(second));
  CHECK(folder.entries() == 2);
  // The last one's place is taken by a folder meanwhile.
  OutputGroup broken;
  std::string third = folder.path + "/c", fourth = folder.path + "/d";
  REQUIRE(!writeFile(third, llvm::StringRef("3"), &broken));
  REQUIRE(!writeFile(fourth, llvm::StringRef("4"), &broken));
  REQUIRE(::mkdir(fourth.c_str(), 0700) == 0);
  CHECK(codeOf(broken.commit()) == ErrorCode::E5801);
  CHECK(!exists(third));
}
