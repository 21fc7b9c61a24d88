//===- Matmul.cpp - The micro-kernel against SGEMM of BLAS libraries ------===//
//
// 2048^3 as the machine does it: instructions of K 128, M 128, N 512 on
// operands in SBUF, results in PSUM. SBUF holds half of M at a time; the second
// half uses the same bytes. Everyone takes turns, so that a change of the
// host's clock hits all.
//
//===----------------------------------------------------------------------===//
#include "Benchmark.h"
#include "glia/Support/Error.h"
#include "lib/Interpreter/Core.h"
#include "lib/Interpreter/Execute.h"
#include <dlfcn.h>
#include <immintrin.h>

using namespace glia;
using namespace glia::interpreter;

namespace {
constexpr unsigned size = 2048, tileK = 128, tileM = 128, tileN = 512;
constexpr uint32_t movingAt = size / tileK * size / 2 * sizeof(float);

/// Someone who multiplies.
struct Contestant {
  llvm::json::Object about;
  std::function<void()> multiply;
  double best = 0; // GFLOP/s
};

struct LeveledCore {
  MachineOptions options;
  ObjectImage image;
  std::unique_ptr<Core> core;
};
} // namespace

static isa::OnChipOperand tile(uint32_t at, unsigned columns,
                               isa::Space space = isa::Space::sbuf) {
  isa::OnChipOperand operand;
  operand.space = space;
  operand.partitions = numPartitions;
  operand.byteOffset = at;
  operand.count[0] = static_cast<uint16_t>(columns);
  return operand;
}

static void multiplyInTiles(Core &core) {
  for (unsigned m = 0; m < size; m += tileM)
    for (unsigned k = 0; k < size; k += tileK) {
      uint32_t column = (k / tileK * (size / 2) + m % (size / 2)) * 4;
      llvm::cantFail(execute(
          core, isa::LoadStationary{isa::Engine::tensor, tile(column, tileM)}));
      for (unsigned n = 0; n < size; n += tileN) {
        isa::MultiplyMoving x;
        x.destination = tile(n * 4, tileN, isa::Space::psum);
        x.moving = tile(movingAt + (k / tileK * size + n) * 4, tileN);
        x.accumulate = k > 0;
        llvm::cantFail(execute(core, x));
      }
    }
}

static llvm::Expected<std::shared_ptr<LeveledCore>>
makeMachine(numerics::SimdLevel level) {
  auto machine = std::make_shared<LeveledCore>();
  machine->options.simd = level;
  llvm::Expected<std::unique_ptr<Core>> core = Core::create(
      machine->image, nullptr, *isa::findTarget("trn2"), machine->options,
      /*place=*/{});
  if (!core)
    return core.takeError();
  machine->core = std::move(*core);
  for (unsigned p = 0; p < numPartitions; ++p) {
    float *row = reinterpret_cast<float *>(machine->core->sbuf.row(p));
    for (uint64_t i = 0; i < machine->core->sbuf.bytesPerPartition() / 4; ++i)
      row[i] = float((i * 37 + p * 11) % 64) / 64 - 0.5f;
  }
  return machine;
}

/// An SGEMM of a shared library; int64 arguments fit both widths of integer in
/// this calling convention.
static llvm::Expected<Contestant>
openLibrary(llvm::StringRef path, const float *a, const float *b, float *c) {
  void *library = ::dlopen(path.str().c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return makeError(ErrorCode::E5800,
                     llvm::Twine("cannot open a BLAS: ") + ::dlerror());
  Contestant result;
  result.about["library"] = path;
  constexpr int64_t n = size;
  if (void *sgemm = ::dlsym(library, "dnnl_sgemm")) {
    struct Version {
      int major, minor, patch;
    };
    auto version = reinterpret_cast<const Version *(*)()>(
        ::dlsym(library, "dnnl_version"))();
    auto isa = reinterpret_cast<unsigned (*)()>(
        ::dlsym(library, "dnnl_get_effective_cpu_isa"))();
    result.about["name"] = llvm::formatv("oneDNN {0}.{1}.{2}", version->major,
                                         version->minor, version->patch)
                               .str();
    result.about["kernel"] = llvm::formatv("isa {0:x}", isa).str();
    auto call = reinterpret_cast<int (*)(
        char, char, int64_t, int64_t, int64_t, float, const float *, int64_t,
        const float *, int64_t, float, float *, int64_t)>(sgemm);
    result.multiply = [=] { call('N', 'N', n, n, n, 1, a, n, b, n, 0, c, n); };
    return result;
  }
  for (auto [prefix, suffix] :
       {std::pair("scipy_", "64_"), std::pair("", "64_"), std::pair("", "")}) {
    auto symbol = [&, prefix = prefix, suffix = suffix](const char *name) {
      return ::dlsym(library,
                     (llvm::Twine(prefix) + name + suffix).str().c_str());
    };
    void *sgemm = symbol("cblas_sgemm"),
         *kernel = symbol("openblas_get_corename"),
         *config = symbol("openblas_get_config"),
         *threads = symbol("openblas_set_num_threads");
    if (!sgemm || !kernel || !config || !threads)
      continue;
    llvm::StringRef text = reinterpret_cast<const char *(*)()>(config)();
    result.about["name"] = text.substr(0, text.find(' ', text.find(' ') + 1));
    result.about["kernel"] = reinterpret_cast<const char *(*)()>(kernel)();
    reinterpret_cast<void (*)(int)>(threads)(1);
    auto call = reinterpret_cast<void (*)(
        int, int, int, int64_t, int64_t, int64_t, float, const float *, int64_t,
        const float *, int64_t, float, float *, int64_t)>(sgemm);
    constexpr int rowMajor = 101, noTranspose = 111;
    result.multiply = [=] {
      call(rowMajor, noTranspose, noTranspose, n, n, n, 1, a, n, b, n, 0, c, n);
    };
    return result;
  }
  return makeError(ErrorCode::E5800, "`" + path + "` is no BLAS that is known");
}

/// What the core's fma units do at most: 12 chains, enough for their latency.
__attribute__((target("avx512f"))) static double peakGflops() {
  constexpr unsigned chains = 12;
  constexpr long rounds = 4000000;
  __m512 sums[chains] = {}, a = _mm512_set1_ps(0.5f), b = a;
  __asm__ volatile("" : "+v"(a), "+v"(b));
  double start = benchmark::threadSeconds();
  for (long i = 0; i < rounds; ++i)
#pragma clang loop unroll(full)
    for (__m512 &sum : sums) {
      sum = _mm512_fmadd_ps(a, b, sum);
      __asm__ volatile("" : "+v"(sum));
    }
  return rounds * chains * 32 / (benchmark::threadSeconds() - start) / 1e9;
}

/// GB/s read, and as much written, of copying what no cache of the core holds.
static double copyGigabytes() {
  std::vector<char> from(64 << 20, 1), to(64 << 20, 2);
  // Else neither is filled, and the first touch of their pages is what is timed.
  __asm__ volatile("" : : "r"(from.data()), "r"(to.data()) : "memory");
  double start = benchmark::threadSeconds();
  std::memcpy(to.data(), from.data(), from.size());
  __asm__ volatile("" : : "r"(to.data()) : "memory"); // else it is left out
  return double(from.size()) / (benchmark::threadSeconds() - start) / 1e9;
}

llvm::Expected<llvm::json::Value>
benchmark::measureMatmul(llvm::ArrayRef<llvm::StringRef> libraries,
                         unsigned rounds) {
  std::vector<float> a(size * size, 0.3f), b(size * size, 0.7f), c(size * size);
  std::vector<Contestant> all;
  for (auto level : {numerics::SimdLevel::avx2, numerics::SimdLevel::avx512}) {
    if (!numerics::isSupported(level))
      continue;
    llvm::Expected<std::shared_ptr<LeveledCore>> machine = makeMachine(level);
    if (!machine)
      return machine.takeError();
    Contestant ours;
    ours.about["name"] = "Glia";
    ours.about["kernel"] = numerics::name(level);
    ours.multiply = [machine = *machine] { multiplyInTiles(*machine->core); };
    all.push_back(std::move(ours));
  }
  for (llvm::StringRef path : libraries) {
    llvm::Expected<Contestant> peer =
        openLibrary(path, a.data(), b.data(), c.data());
    if (!peer)
      return peer.takeError();
    all.push_back(std::move(*peer));
  }
  numerics::FloatEnvironment environment;
  double peak = 0, copy = 0;
  for (unsigned round = 0; round < rounds; ++round) {
    if (numerics::isSupported(numerics::SimdLevel::avx512))
      peak = std::max(peak, peakGflops());
    copy = std::max(copy, copyGigabytes());
    for (Contestant &each : all) {
      double start = threadSeconds();
      each.multiply();
      double seconds = threadSeconds() - start;
      each.best = std::max(each.best, 2.0 * size * size * size / seconds / 1e9);
    }
  }
  llvm::json::Array contestants;
  for (Contestant &each : all) {
    each.about["gflops"] = each.best;
    contestants.push_back(std::move(each.about));
  }
  return llvm::json::Object{{"peak_gflops", peak},
                            {"copy_gb_per_s", copy},
                            {"contestants", std::move(contestants)}};
}
