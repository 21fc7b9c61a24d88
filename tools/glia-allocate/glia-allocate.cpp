//===- glia-allocate.cpp - The storage allocator alone --------------------===//
//
// Reads buffers as minimalloc writes them and adds an offset to each. Flags by
// llvm::cl, so that nothing here throws. No MLIR.
//
//===----------------------------------------------------------------------===//
#include "glia/Allocator/Csv.h"
#include "glia/Allocator/Placement.h"
#include "glia/Support/Error.h"
#include "glia/Support/FileRoles.h"
#include "glia/Support/InputFile.h"
#include "glia/Support/Limits.h"
#include "glia/Support/OutputFile.h"
#include "glia/Support/Tool.h"
#include "llvm/Support/FormatVariadic.h"

using namespace glia;
namespace cl = llvm::cl;

static cl::OptionCategory category("glia-allocate options");
static cl::opt<uint64_t> capacity("capacity",
                                  cl::desc("bytes of the space that all share"),
                                  cl::value_desc("BYTES"), cl::Required,
                                  cl::cat(category));
static cl::opt<std::string>
    inputFile("input",
              cl::desc("columns id,lower,upper,size and, if needed, alignment "
                       "and gaps; a buffer lives in [lower, upper)"),
              cl::value_desc("F.csv"), cl::Required, cl::cat(category));
static cl::opt<std::string>
    outputFile("output", cl::desc("the same with a column offset"),
               cl::value_desc("G.csv"), cl::Required, cl::cat(category));
static cl::opt<uint64_t> maxSteps(
    "max-steps",
    cl::desc("work after which the search gives up; the result depends on it, "
             "never on the time"),
    cl::value_desc("N"), cl::init(PlacementOptions().maxSteps),
    cl::cat(category));

static llvm::Error checkValues() {
  if (capacity == 0 || capacity > uint64_t(maxPlacementBytes))
    return makeError(ErrorCode::E1806,
                     "`--capacity` expects a number from 1 to 2^62, got " +
                         llvm::Twine(capacity));
  if (maxSteps == 0)
    return makeError(ErrorCode::E1806,
                     "`--max-steps` expects at least 1, got 0");
  for (const cl::opt<std::string> *name : {&inputFile, &outputFile})
    if (name->empty())
      return makeError(ErrorCode::E1806,
                       "`--" + name->ArgStr + "` expects a file name");
  return llvm::Error::success();
}

static llvm::Error explain(const Placement &placement) {
  std::string bytes = llvm::formatv("{0:f0}", placement.peakBytes);
  switch (placement.status) {
  case PlacementStatus::placed:
    break;
  case PlacementStatus::overCapacity:
    return makeError(ErrorCode::E4643,
                     "proven impossible: " + bytes + " bytes live at time " +
                         llvm::Twine(placement.peakTime) +
                         ", the capacity is " + llvm::Twine(capacity));
  case PlacementStatus::impossible:
    return makeError(
        ErrorCode::E4644,
        "proven impossible: every placement in " + llvm::Twine(capacity) +
            " bytes was ruled out in " + llvm::Twine(placement.steps) +
            " steps, although at most " + bytes + " bytes live at one time");
  case PlacementStatus::limitReached:
    if (placement.isTooLarge)
      return makeError(std::move(
          GliaError(ErrorCode::E4645,
                    ("found no placement in " + llvm::Twine(capacity) +
                     " bytes in one pass, and more than " +
                     llvm::Twine(maxSearchedBuffers) +
                     " buffers are linked by their lives, too many to search; "
                     "at most " +
                     bytes + " bytes live at one time")
                        .str())
              .remedy("allow more with --capacity")));
    return makeError(std::move(
        GliaError(ErrorCode::E4645,
                  ("found no placement in " + llvm::Twine(capacity) +
                   " bytes within " + llvm::Twine(placement.steps) +
                   " steps, nor a proof that there is none; at most " + bytes +
                   " bytes live at one time")
                      .str())
            .remedy("allow more with --max-steps or --capacity")));
  }
  return llvm::Error::success();
}

static llvm::Error run() {
  if (llvm::Error error =
          checkFileRoles({{"--input", inputFile}}, {{"--output", outputFile}}))
    return error;
  llvm::Expected<InputFile> file = InputFile::open(inputFile);
  if (!file)
    return file.takeError();
  llvm::Expected<std::vector<uint8_t>> bytes =
      file->readAll(limits::allocationTableBytes);
  if (!bytes)
    return bytes.takeError();
  llvm::StringRef text(reinterpret_cast<const char *>(bytes->data()),
                       bytes->size());
  llvm::Expected<PlacementTable> table = readPlacementTable(text, inputFile);
  if (!table)
    return table.takeError();
  for (const std::string &warning : table->warnings)
    llvm::errs() << "warning: " << warning << '\n';

  PlacementOptions options;
  options.capacity = int64_t(capacity);
  options.maxSteps = maxSteps;
  Placement placement = findPlacement(table->buffers, options);
  if (llvm::Error error = explain(placement))
    return error;
  if (!isPlacement(table->buffers, placement.offsets, options.capacity))
    return makeError(ErrorCode::E9800, "the allocator made a wrong placement");
  if (llvm::Error error =
          writeFile(outputFile, writePlacementTable(*table, placement.offsets)))
    return error;
  llvm::outs() << table->buffers.size() << " buffers placed in "
               << placement.used << " of " << capacity << " bytes; "
               << llvm::formatv("{0:f0}", placement.peakBytes)
               << " live at one time\n";
  return llvm::Error::success();
}

int main(int argc, char **argv) {
  return runTool(argc, argv,
                 {"glia-allocate", GLIA_VERSION,
                  "The storage allocator of Glia: gives buffers with known "
                  "lives offsets in one space.\n\nExample:\n  printf "
                  "'id,lower,upper,size\\na,0,2,60\\nb,2,4,100\\nc,0,4,28\\n'"
                  " > f.csv\n  glia-allocate --capacity 128 --input f.csv "
                  "--output g.csv\n",
                  &category, checkValues, run});
}
