//===- ConstantStoreTest.cpp - Weights stay in their files ----------------===//
//
// Every program of steps must give the bytes of a plain model of it, from
// memory and from a file, in chunks and whole.
//
//===----------------------------------------------------------------------===//
#include "glia/Support/ConstantStore.h"
#include "TemporaryFolder.h"
#include "glia/Support/Error.h"
#include "glia/Support/Limits.h"
#include "glia/Support/OpenBeneath.h"
#include <catch2/catch.hpp>
#include <cstring>
#include <random>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace glia;

namespace {
/// The plain model: a tensor of i32 whose elements are numbered.
struct Dense {
  Shape shape;
  std::vector<int32_t> data;
};
} // namespace

static int64_t count(const Shape &shape) {
  int64_t product = 1;
  for (int64_t extent : shape)
    product *= extent;
  return product;
}

static Dense numbered(Shape shape) {
  Dense dense{shape, {}};
  for (int64_t index = 0; index < count(shape); ++index)
    dense.data.push_back(static_cast<int32_t>(index * 7 + 3));
  return dense;
}

/// Element of `from` under the index of the result, per step.
static Dense applyStep(const Dense &from, const ConstantStep &step) {
  Dense to;
  if (const auto *reshape = std::get_if<ReshapeStep>(&step))
    return {reshape->shape, from.data};
  if (const auto *pad = std::get_if<PadStep>(&step)) {
    to.shape = from.shape;
    to.shape[pad->dimension] = pad->extent;
    int64_t inside = 1, filled = from.shape[pad->dimension];
    for (size_t axis = pad->dimension + 1; axis < from.shape.size(); ++axis)
      inside *= from.shape[axis];
    size_t next = 0;
    for (int64_t linear = 0; linear < count(to.shape); ++linear)
      to.data.push_back(linear / inside % pad->extent < filled
                            ? from.data[next++]
                            : 0);
    return to;
  }
  size_t rank = from.shape.size(), lead = 0;
  Shape strides(rank, 1);
  for (size_t axis = rank; axis > 1; --axis)
    strides[axis - 2] = strides[axis - 1] * from.shape[axis - 1];
  if (const auto *transpose = std::get_if<TransposeStep>(&step))
    for (int64_t axis : transpose->permutation)
      to.shape.push_back(from.shape[axis]);
  else if (const auto *slice = std::get_if<SliceStep>(&step))
    to.shape = slice->sizes;
  else if (const auto *broadcast = std::get_if<BroadcastStep>(&step)) {
    to.shape = broadcast->shape;
    lead = to.shape.size() - rank;
  }
  for (int64_t linear = 0; linear < count(to.shape); ++linear) {
    int64_t rest = linear, source = 0;
    for (size_t axis = to.shape.size(); axis-- > 0;) {
      int64_t index = rest % to.shape[axis];
      rest /= to.shape[axis];
      if (const auto *transpose = std::get_if<TransposeStep>(&step))
        source += index * strides[transpose->permutation[axis]];
      else if (const auto *slice = std::get_if<SliceStep>(&step))
        source += (slice->starts[axis] + index * slice->strides[axis]) *
                  strides[axis];
      else if (axis >= lead && from.shape[axis - lead] != 1)
        source += index * strides[axis - lead];
    }
    to.data.push_back(from.data[source]);
  }
  return to;
}

static std::vector<uint8_t> bytesOf(const std::vector<int32_t> &data) {
  const auto *first = reinterpret_cast<const uint8_t *>(data.data());
  return data.empty() ? std::vector<uint8_t>()
                      : std::vector<uint8_t>(first, first + data.size() * 4);
}

static std::string codeOf(llvm::Error error) {
  std::string text = llvm::toString(std::move(error));
  size_t at = text.find("GLIA-E");
  return at == std::string::npos ? text : text.substr(at + 5, 5);
}

/// Checks the program against the plain model, from memory and from a file.
static void check(Dense dense, std::vector<ConstantStep> program) {
  TemporaryFolder folder;
  std::vector<uint8_t> source = bytesOf(dense.data), padded(5, 0xee);
  padded.insert(padded.end(), source.begin(), source.end());
  std::string path = folder.write("weights", padded);
  ConstantStore store;
  ConstantStore::Id memory =
      store.addMemory("m", ElementType::i32, dense.shape, source);
  ConstantStore::Id file = store.add({"f",
                                      ElementType::i32,
                                      dense.shape,
                                      FileSpan{path, 5, source.size(), ""},
                                      {}});
  for (const ConstantStep &step : program) {
    dense = applyStep(dense, step);
    memory = store.derive(memory, step);
    file = store.derive(file, step);
  }
  CHECK(store.shape(file) == dense.shape);
  CHECK(store.bytes(file) == dense.data.size() * 4);
  CHECK(llvm::cantFail(store.read(memory)) == bytesOf(dense.data));
  CHECK(llvm::cantFail(store.read(file)) == bytesOf(dense.data));
}

TEST_CASE("single steps") {
  check(numbered({}), {});
  check(numbered({3, 0, 2}), {});
  check(numbered({4, 6}), {TransposeStep{{1, 0}}});
  check(numbered({2, 3, 4, 5}), {TransposeStep{{2, 0, 3, 1}}});
  check(numbered({4, 6}), {SliceStep{{3, 1}, {3, 2}, {-1, 3}}});
  check(numbered({3, 1}), {BroadcastStep{{2, 3, 4}}});
  check(numbered({}), {BroadcastStep{{2, 2}}});
  check(numbered({4, 6}), {ReshapeStep{{2, 2, 1, 3, 2}}});
}

TEST_CASE("padding is zeros behind the end of a dimension") {
  check(numbered({4, 6}), {PadStep{0, 7}});
  check(numbered({4, 6}), {PadStep{1, 9}});
  check(numbered({4, 6}), {PadStep{1, 6}});
  check(numbered({2, 3, 4}), {PadStep{1, 5}});
  check(numbered({2, 0}), {PadStep{1, 3}});
  check(numbered({4, 6}), {TransposeStep{{1, 0}}, PadStep{1, 5}, PadStep{0, 8},
                           TransposeStep{{1, 0}}});
  check(numbered({4, 6}), {PadStep{1, 8}, ReshapeStep{{4, 4, 2}},
                           SliceStep{{0, 2, 0}, {4, 2, 2}, {1, 1, 1}}});
  check(numbered({3, 1}), {PadStep{0, 4}, BroadcastStep{{4, 3}}});
  // More than is read at once.
  check(numbered({3, 70000}), {PadStep{0, 5}, PadStep{1, 140001}});
}

/// 5 columns over 4 cores are 8: two on each, the last core's are padding.
TEST_CASE("a core's part of a padded constant") {
  ConstantStore store;
  Dense dense = numbered({3, 5});
  ConstantStore::Id id =
      store.addMemory("w", ElementType::i32, {3, 5}, bytesOf(dense.data));
  id = store.derive(store.derive(id, PadStep{1, 8}), ShardStep{1, 4, 1});
  CHECK(store.shape(id) == Shape{3, 2});
  for (int64_t core = 0; core < 4; ++core) {
    std::vector<int32_t> part;
    for (int64_t row = 0; row < 3; ++row)
      for (int64_t column = core * 2; column < core * 2 + 2; ++column)
        part.push_back(column < 5 ? dense.data[row * 5 + column] : 0);
    CHECK(llvm::cantFail(store.read(store.ofCore(id, core))) == bytesOf(part));
  }
}

TEST_CASE("a reshape that strides can't express starts another view") {
  check(numbered({4, 6}), {TransposeStep{{1, 0}}, ReshapeStep{{24}}});
  check(numbered({4, 6}),
        {TransposeStep{{1, 0}}, ReshapeStep{{3, 8}}, TransposeStep{{1, 0}},
         ReshapeStep{{2, 12}}, SliceStep{{1, 2}, {1, 5}, {1, 2}}});
  check(numbered({4, 6}), {TransposeStep{{1, 0}}, ReshapeStep{{2, 3, 1, 4}},
                           TransposeStep{{3, 1, 0, 2}}});
  check(numbered({3, 1}), {BroadcastStep{{3, 4}}, ReshapeStep{{12}}});
}

TEST_CASE("random programs") {
  std::mt19937 random(1);
  for (int turn = 0; turn < 200; ++turn) {
    Dense dense =
              numbered({int64_t(random() % 4 + 1), int64_t(random() % 5 + 1),
                        int64_t(random() % 6 + 1)}),
          now = dense;
    std::vector<ConstantStep> program;
    for (int step = 0; step < 5; ++step) {
      switch (random() % 4) {
      case 0: {
        TransposeStep transpose;
        for (size_t axis = 0; axis < now.shape.size(); ++axis)
          transpose.permutation.insert(
              transpose.permutation.begin() + random() % (axis + 1), axis);
        program.push_back(transpose);
        break;
      }
      case 1: {
        int64_t total = count(now.shape), first = 1;
        for (int64_t factor : {2, 3, 5})
          if (total % factor == 0 && random() % 2)
            first *= factor;
        program.push_back(ReshapeStep{{first, total / first}});
        break;
      }
      case 2: {
        SliceStep slice;
        for (int64_t extent : now.shape) {
          bool back = random() % 2;
          slice.sizes.push_back(random() % extent + 1);
          slice.strides.push_back(back ? -1 : 1);
          slice.starts.push_back(back ? extent - 1 : 0);
        }
        program.push_back(slice);
        break;
      }
      case 3: {
        int64_t dimension = random() % now.shape.size();
        program.push_back(PadStep{
            dimension, now.shape[dimension] + int64_t(random() % 3)});
        break;
      }
      }
      now = applyStep(now, program.back());
    }
    check(dense, program);
  }
}

/// 48 MiB turned by its axes in every way stays within bounded memory and
/// gives chunks of at most 4 MiB.
TEST_CASE("a large transpose runs in chunks") {
  TemporaryFolder folder;
  constexpr int64_t rows = 3000, columns = 4096;
  std::vector<int32_t> row(columns);
  std::string path = folder.path("large");
  FILE *out = std::fopen(path.c_str(), "wb");
  for (int64_t r = 0; r < rows; ++r) {
    for (int64_t c = 0; c < columns; ++c)
      row[c] = static_cast<int32_t>(r * columns + c);
    std::fwrite(row.data(), 4, columns, out);
  }
  std::fclose(out);
  ConstantStore store;
  ConstantStore::Id base = store.add({"w",
                                      ElementType::i32,
                                      {rows, columns},
                                      FileSpan{path, 0, rows * columns * 4, ""},
                                      {}});
  ConstantStore::Id turned = store.derive(base, TransposeStep{{1, 0}});
  struct rusage before, after;
  ::getrusage(RUSAGE_SELF, &before);
  int64_t index = 0, wrong = 0;
  llvm::cantFail(store.stream(turned, [&](llvm::ArrayRef<uint8_t> chunk) {
    CHECK(chunk.size() <= limits::fileChunkBytes);
    for (size_t at = 0; at < chunk.size(); at += 4, ++index) {
      int32_t value;
      std::memcpy(&value, chunk.data() + at, 4);
      wrong += value != (index % rows) * columns + index / rows;
    }
    return llvm::Error::success();
  }));
  ::getrusage(RUSAGE_SELF, &after);
  CHECK(index == rows * columns);
  CHECK(wrong == 0);
#if !__has_feature(address_sanitizer)                   // it keeps freed memory
  CHECK(after.ru_maxrss - before.ru_maxrss < 24 << 10); // KiB
#endif
}

TEST_CASE("any byte but 0 is true") {
  ConstantStore store;
  ConstantStore::Id id =
      store.addMemory("b", ElementType::boolean, {3}, {0, 2, 255});
  CHECK(llvm::cantFail(store.read(id)) == std::vector<uint8_t>{0, 1, 1});
}

TEST_CASE("files that are gone, shorter, or of another kind") {
  TemporaryFolder folder;
  std::string path = folder.write("short", std::vector<uint8_t>(10));
  ConstantStore store;
  ConstantStore::Id shorter =
      store.add({"s", ElementType::i32, {4}, FileSpan{path, 0, 16, ""}, {}});
  ConstantStore::Id missing = store.add(
      {"m", ElementType::i32, {4}, FileSpan{folder.path("no"), 0, 16, ""}, {}});
  ConstantStore::Id kind = store.add(
      {"d", ElementType::i32, {4}, FileSpan{folder.path(""), 0, 16, ""}, {}});
  CHECK(codeOf(store.read(shorter).takeError()) == "E5802");
  CHECK(codeOf(store.read(missing).takeError()) == "E5800");
  CHECK(codeOf(store.read(kind).takeError()) == "E5800");
}

TEST_CASE("paths that a model names stay below its folder") {
  TemporaryFolder folder;
  folder.write("plain", {1, 2, 3});
  ::mkdir(folder.path("sub").c_str(), 0700);
  folder.write("sub/inner", {1});
  folder.write("twice", {1});
  REQUIRE(::symlink("plain", folder.path("link").c_str()) == 0);
  REQUIRE(::symlink("sub", folder.path("sublink").c_str()) == 0);
  REQUIRE(::link(folder.path("twice").c_str(), folder.path("hard").c_str()) ==
          0);
  REQUIRE(::mkfifo(folder.path("fifo").c_str(), 0600) == 0);
  auto code = [&](llvm::StringRef path) {
    llvm::Expected<InputFile> file = openBeneath(folder.path(""), path);
    return file ? std::string("ok") : codeOf(file.takeError());
  };
  CHECK(code("plain") == "ok");
  CHECK(code("./sub//inner") == "ok");
  for (llvm::StringRef refused :
       {"/etc/passwd", "..", "sub/../plain", "a/../../b", "C:plain",
        "sub\\inner", "", "link", "sublink/inner", "hard", "fifo", "sub",
        "sub/"}) {
    INFO(refused.str());
    CHECK(code(refused) == "E6000");
  }
  CHECK(code(llvm::StringRef("plain\0x", 7)) == "E6000");
  CHECK(code(std::string(5000, 'a')) == "E6000");
  CHECK(code("missing") == "E5800");
  CHECK(code("missing/file") == "E5800");
  CHECK(code("plain/file") == "E5800");
}
