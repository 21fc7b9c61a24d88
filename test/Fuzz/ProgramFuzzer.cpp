//===- ProgramFuzzer.cpp - Loader, validator and interpreter --------------===//
//
// Bytes alone would seldom get past the hash and never past the validator, so
// half of the mutations work on bytes and make the checksums right again, and
// half on instructions: valid ones come, go and change places.
//
//===----------------------------------------------------------------------===//

#include "test/Unit/Hostile/HostileFile.h"
#include "llvm/Support/xxhash.h"
#include <algorithm>
#include <random>

using namespace glia;

extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maxSize);

static std::vector<uint8_t> mutateProgram(const std::vector<uint8_t> &bytes,
                                          uint64_t seed) {
  LoadOptions options;
  options.validate = false;
  options.verifyChecksum = false;
  AssembledObject object;
  if (auto loaded = Object::fromMemory(bytes, options)) {
    object.image = (*loaded)->image();
    for (const auto &[index, constant] :
         llvm::enumerate(object.image.constants)) {
      object.weights.emplace_back(constant.bytes);
      if (llvm::Error error =
              (*loaded)->readWeights(index, 0, object.weights.back())) {
        llvm::consumeError(std::move(error));
        return {};
      }
    }
  } else {
    llvm::consumeError(loaded.takeError());
    object = test::manyInstructions(seed);
  }
  test::mutateInstructions(object.image, seed);
  auto written = writeObject(object.image, object.weights);
  if (written)
    return std::move(*written);
  llvm::consumeError(written.takeError());
  return {};
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  std::vector<uint8_t> bytes(data, data + size);
  if (seed % 2) {
    std::vector<uint8_t> mutated = mutateProgram(bytes, seed);
    if (!mutated.empty() && mutated.size() <= maxSize) {
      std::copy(mutated.begin(), mutated.end(), data);
      return mutated.size();
    }
  }
  bytes.resize(maxSize);
  bytes.resize(LLVMFuzzerMutate(bytes.data(), size, maxSize));
  test::fixChecksums(bytes);
  std::copy(bytes.begin(), bytes.end(), data);
  return bytes.size();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  test::HostileOptions options;
  options.fuel = 20000;
  options.maxDeviceMemory = uint64_t(16) << 20;
  options.onlyRun = llvm::xxh3_64bits(llvm::ArrayRef(data, size)) % 3;
  (void)test::feed(std::vector<uint8_t>(data, data + size), options);
  return 0;
}
