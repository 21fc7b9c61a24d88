//===- CacheKey.cpp - What the bytes of an object depend on ---------------===//
//
// Whatever is forgotten here gives somebody another model's program: flags come
// in as the command line has them, all of them but those known to change
// nothing, and files by their content.
//
//===----------------------------------------------------------------------===//
#include "glia/Compiler/CompileCache.h"
#include "glia/Compiler/Version.h"
#include "glia/Support/InputFile.h"
#include "glia/Support/Limits.h"
#include "glia/Support/OpenBeneath.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/Path.h"
#include <link.h>
#include <sys/stat.h>

using namespace glia;

/// Of the program file that this function is in: the same for every run of it,
/// another for whatever is built from other sources. Empty if it has none.
static std::string buildId() {
  struct Search {
    ElfW(Addr) address;
    std::string id;
  } search{reinterpret_cast<ElfW(Addr)>(&buildId), {}};
  ::dl_iterate_phdr(
      [](dl_phdr_info *info, size_t, void *data) {
        auto &search = *static_cast<Search *>(data);
        llvm::ArrayRef<ElfW(Phdr)> headers(info->dlpi_phdr, info->dlpi_phnum);
        bool isOurs = llvm::any_of(headers, [&](const ElfW(Phdr) & header) {
          ElfW(Addr) begin = info->dlpi_addr + header.p_vaddr;
          return header.p_type == PT_LOAD && search.address >= begin &&
                 search.address < begin + header.p_memsz;
        });
        if (!isOurs)
          return 0;
        for (const ElfW(Phdr) & header : headers) {
          if (header.p_type != PT_NOTE)
            continue;
          const auto *at =
              reinterpret_cast<const char *>(info->dlpi_addr + header.p_vaddr);
          const char *end = at + header.p_memsz;
          while (at + sizeof(ElfW(Nhdr)) <= end) {
            const auto &note = *reinterpret_cast<const ElfW(Nhdr) *>(at);
            const char *name = at + sizeof note,
                       *content = name + llvm::alignTo(note.n_namesz, 4);
            if (note.n_type == NT_GNU_BUILD_ID &&
                llvm::StringRef(name, note.n_namesz) ==
                    llvm::StringRef("GNU\0", 4))
              search.id.assign(content, note.n_descsz);
            at = content + llvm::alignTo(note.n_descsz, 4);
          }
        }
        return 1;
      },
      &search);
  return search.id;
}

CacheKey::CacheKey() {
  add("glia compile cache 1");
  add(version());
  add(buildId());
}

void CacheKey::add(llvm::StringRef text) {
  uint8_t size[8];
  llvm::support::endian::write64le(size, text.size());
  hasher.update(llvm::ArrayRef<uint8_t>(size));
  hasher.update(text);
}

std::optional<CacheKey::Identity> CacheKey::identify(const std::string &path) {
  struct stat status;
  if (::stat(path.c_str(), &status) != 0)
    return std::nullopt;
  return Identity{path,
                  uint64_t(status.st_dev),
                  uint64_t(status.st_ino),
                  uint64_t(status.st_size),
                  status.st_mtim.tv_sec,
                  status.st_mtim.tv_nsec};
}

llvm::Error CacheKey::addFile(const FileSpan &span) {
  llvm::SmallString<128> path(span.root);
  llvm::sys::path::append(path, span.path);
  if (std::optional<Identity> identity = identify(path.str().str()))
    files.push_back(std::move(*identity));
  llvm::Expected<InputFile> file = span.root.empty()
                                       ? InputFile::open(span.path)
                                       : openBeneath(span.root, span.path);
  if (!file)
    return file.takeError();
  uint8_t size[8];
  llvm::support::endian::write64le(size, file->size());
  hasher.update(llvm::ArrayRef<uint8_t>(size));
  std::vector<uint8_t> buffer(limits::mib);
  for (uint64_t at = 0; at < file->size(); at += buffer.size()) {
    llvm::MutableArrayRef<uint8_t> part = llvm::MutableArrayRef(buffer)
        .take_front(std::min<uint64_t>(buffer.size(), file->size() - at));
    if (llvm::Error error = file->read(at, part))
      return error;
    hasher.update(part);
  }
  return llvm::Error::success();
}

bool CacheKey::isUnchanged() const {
  return llvm::all_of(files, [](const Identity &was) {
    std::optional<Identity> is = identify(was.path);
    return is && is->device == was.device && is->inode == was.inode &&
           is->bytes == was.bytes &&
           is->changedSeconds == was.changedSeconds &&
           is->changedNanoseconds == was.changedNanoseconds;
  });
}

std::string CacheKey::name() const {
  llvm::BLAKE3 copy = hasher;
  return llvm::toHex(copy.final<32>(), /*LowerCase=*/true);
}

llvm::Expected<CacheKey>
glia::makeCacheKey(Session &session, llvm::StringRef inputFile,
                   llvm::ArrayRef<std::string> flags) {
  CacheKey key;
  key.add(std::to_string(flags.size()));
  for (const std::string &flag : flags)
    key.add(flag);
  const CompileOptions &options = session.options();
  key.add(std::to_string(options.optimisation));
  // Flags name files of values; what counts is what was in them.
  for (const InputValue &value : options.import.inputValues) {
    key.add(value.name);
    key.add(value.list);
    key.add(value.type ? name(*value.type) : "");
    for (int64_t extent : value.shape)
      key.add(std::to_string(extent));
    key.add(llvm::toStringRef(value.bytes));
  }
  llvm::StringSet<> seen;
  auto addFile = [&](const FileSpan &file) -> llvm::Error {
    if (file.path.empty() ||
        !seen.insert(file.root + '\0' + file.path).second)
      return llvm::Error::success();
    return key.addFile(file);
  };
  if (llvm::Error error = addFile({inputFile.str(), 0, 0, ""}))
    return std::move(error);
  if (llvm::Error error = addFile({options.constantsModel, 0, 0, ""}))
    return std::move(error);
  ConstantStore &constants = session.constants();
  for (size_t id = 0; id < constants.size(); ++id)
    if (auto *file = std::get_if<FileSpan>(
            &constants.get(ConstantStore::Id(id)).source))
      if (llvm::Error error = addFile(*file))
        return std::move(error);
  return key;
}
