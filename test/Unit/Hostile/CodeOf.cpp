//===- CodeOf.cpp - Codes of errors that hostile files give ---------------===//
#include "CodeOf.h"
#include <cstdlib>

using namespace llvm;

namespace glia::test {

unsigned codeOf(Error error) {
  unsigned code = 0;
  handleAllErrors(
      std::move(error),
      [&](const GliaError &coded) {
        code = unsigned(coded.code);
        if (code >= 9000) {
          coded.log(errs());
          std::abort();
        }
      },
      [](const ErrorInfoBase &other) {
        errs() << "no code: " << other.message() << '\n';
        std::abort();
      });
  return code;
}

} // namespace glia::test
