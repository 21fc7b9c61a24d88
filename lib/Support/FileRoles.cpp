//===- FileRoles.cpp - The files that one command reads and writes --------===//
//
// An output is renamed onto its name, so a link there is replaced, not
// followed: only the folder's links are resolved.
//
//===----------------------------------------------------------------------===//
#include "glia/Support/FileRoles.h"
#include "glia/Support/Error.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace glia;

static std::string placeOf(llvm::StringRef path) {
  llvm::SmallString<128> whole(path), folder;
  if (llvm::sys::fs::make_absolute(whole))
    return path.str();
  llvm::sys::path::remove_dots(whole);
  if (llvm::sys::fs::real_path(llvm::sys::path::parent_path(whole), folder))
    return whole.str().str();
  llvm::sys::path::append(folder, llvm::sys::path::filename(whole));
  return folder.str().str();
}

llvm::Error glia::checkFileRoles(llvm::ArrayRef<FileRole> inputs,
                                 llvm::ArrayRef<FileRole> outputs) {
  llvm::StringMap<std::string> taken; // place, flag
  for (const FileRole &input : inputs)
    if (!input.path.empty())
      taken.try_emplace(placeOf(input.path), input.flag);
  for (const FileRole &output : outputs) {
    if (output.path.empty())
      continue;
    auto [place, added] = taken.try_emplace(placeOf(output.path), output.flag);
    if (!added)
      return makeError(
          std::move(GliaError(ErrorCode::E1805,
                              "`" + output.flag + "` and `" + place->second +
                                  "` expect two files, got `" +
                                  escapeForMessage(output.path) + "` for both")
                        .with("flag", output.flag)));
  }
  return llvm::Error::success();
}
