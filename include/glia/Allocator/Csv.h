//===- Csv.h - Allocation problems as comma-separated values --------------===//
//
// minimalloc's exchange format: a header that names the columns `id`, `lower`,
// `upper`, `size` and, if present, `alignment` and `gaps`, in any order; then
// a buffer a line. A solved table is the same with a last column `offset`.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_ALLOCATOR_CSV_H
#define GLIA_ALLOCATOR_CSV_H

#include "glia/Allocator/Placement.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace glia {

struct PlacementTable {
  std::string header;
  std::vector<llvm::StringRef> rows; // as written, without the line end
  std::vector<PlacementBuffer> buffers;
  std::vector<std::string> warnings;
};

/// The result refers to `text`. Errors, with file and line: E0810, E1810,
/// E2810.
llvm::Expected<PlacementTable> readPlacementTable(llvm::StringRef text,
                                                  llvm::StringRef file);
std::string writePlacementTable(const PlacementTable &table,
                                llvm::ArrayRef<int64_t> offsets);

} // namespace glia

#endif
