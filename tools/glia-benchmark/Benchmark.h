//===- Benchmark.h - What tools/benchmark measures in C++ -----------------===//
#ifndef GLIA_TOOLS_GLIA_BENCHMARK_BENCHMARK_H
#define GLIA_TOOLS_GLIA_BENCHMARK_BENCHMARK_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

namespace glia::benchmark {

/// Seconds that this thread has computed: what others do on a busy host does
/// not count.
double threadSeconds();

/// The micro-kernel at each SIMD level and the libraries' SGEMM, 2048^3, in
/// turn; the best of `rounds` of each.
llvm::Expected<llvm::json::Value>
measureMatmul(llvm::ArrayRef<llvm::StringRef> libraries, unsigned rounds);
/// Instructions per second of the timing model.
llvm::Expected<llvm::json::Value> measureTiming(unsigned rounds);
/// Writes an object with this many bytes of weights that halts at once.
llvm::Error writeLargeObject(llvm::StringRef path, uint64_t weightBytes);

} // namespace glia::benchmark

#endif
