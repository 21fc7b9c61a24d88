//===- ModelMutator.h - ONNX models that are changed by field -------------===//
//
// A byte changed in a protobuf file mostly breaks a length, and all that stands
// behind the scan is never reached. So models are changed as what they are.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_TEST_FUZZ_MODELMUTATOR_H
#define GLIA_TEST_FUZZ_MODELMUTATOR_H

#include <cstdint>
#include <string>

namespace glia::test {

/// `bytes` as a model in which one to four fields are changed; empty where they
/// do not decode. The same seed makes the same change.
std::string mutateModel(const std::string &bytes, uint64_t seed);

/// One model with a part of the other in the place of its own part of that
/// kind; empty where either does not decode.
std::string crossModels(const std::string &bytes, const std::string &other,
                        uint64_t seed);

} // namespace glia::test

#endif
