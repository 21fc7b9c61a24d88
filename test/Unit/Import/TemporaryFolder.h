//===- TemporaryFolder.h - A folder that a test leaves behind empty -------===//
#ifndef GLIA_TEST_UNIT_IMPORT_TEMPORARYFOLDER_H
#define GLIA_TEST_UNIT_IMPORT_TEMPORARYFOLDER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

class TemporaryFolder {
public:
  TemporaryFolder() {
    std::string pattern =
        (std::filesystem::temp_directory_path() / "glia-test-XXXXXX").string();
    name = ::mkdtemp(pattern.data());
  }
  ~TemporaryFolder() { std::filesystem::remove_all(name); }
  TemporaryFolder(const TemporaryFolder &) = delete;

  std::string path(llvm::StringRef file) const {
    return name + "/" + file.str();
  }
  std::string write(llvm::StringRef file, llvm::ArrayRef<uint8_t> bytes) const {
    FILE *out = std::fopen(path(file).c_str(), "wb");
    if (!bytes.empty())
      std::fwrite(bytes.data(), 1, bytes.size(), out);
    std::fclose(out);
    return path(file);
  }

private:
  std::string name;
};

#endif
