//===- glia-benchmark.cpp - What tools/benchmark measures in C++ ----------===//
//
//   glia-benchmark matmul ROUNDS [BLAS.so...]   glia-benchmark timing ROUNDS
//   glia-benchmark object FILE BYTES
//
// The first two print one line of JSON.
//
//===----------------------------------------------------------------------===//
#include "Benchmark.h"
#include "glia/Support/Error.h"
#include <cstdlib>
#include <ctime>

using namespace glia;

double benchmark::threadSeconds() {
  timespec now;
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return double(now.tv_sec) + double(now.tv_nsec) * 1e-9;
}

static llvm::Expected<llvm::json::Value>
run(llvm::ArrayRef<llvm::StringRef> arguments) {
  uint64_t number = 0;
  auto takes = [&](llvm::StringRef name, size_t count, size_t numberAt) {
    return arguments.size() >= count && arguments[0] == name &&
           !arguments[numberAt].getAsInteger(10, number) && number > 0;
  };
  if (takes("matmul", 2, 1))
    return benchmark::measureMatmul(arguments.drop_front(2),
                                    static_cast<unsigned>(number));
  if (takes("timing", 2, 1))
    return benchmark::measureTiming(static_cast<unsigned>(number));
  if (takes("object", 3, 2)) {
    if (llvm::Error error = benchmark::writeLargeObject(arguments[1], number))
      return std::move(error);
    return llvm::json::Value(nullptr);
  }
  return makeError(ErrorCode::E1806, "expects `matmul ROUNDS [BLAS.so...]`, "
                                     "`timing ROUNDS` or `object FILE BYTES`");
}

int main(int argc, char **argv) {
  // The peers run on one thread, as the kernel does.
  for (const char *name : {"OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"})
    ::setenv(name, "1", /*overwrite=*/1);
  std::vector<llvm::StringRef> arguments(argv + 1, argv + argc);
  llvm::Expected<llvm::json::Value> result = run(arguments);
  if (!result)
    return reportErrors(result.takeError(), llvm::errs());
  llvm::outs() << *result << '\n';
  return 0;
}
