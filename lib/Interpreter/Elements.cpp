//===- Elements.cpp - Whole operands as vectors of numbers ----------------===//
#include "Elements.h"
#include "glia/Support/Error.h"

namespace glia::interpreter {

std::vector<uint8_t> readBits(Core &core, const isa::OnChipOperand &operand) {
  Pattern pattern = onChipPattern(operand, core.memory(operand.space).stride());
  std::vector<uint8_t> dense(elementCount(operand) * pattern.elementBytes);
  gather(core.start(operand), pattern, dense.data());
  return dense;
}

std::vector<int64_t> readIntegers(Core &core,
                                  const isa::OnChipOperand &operand) {
  std::vector<uint8_t> bits = readBits(core, operand);
  std::vector<int64_t> values(elementCount(operand));
  numerics::convertIntegers(operand.type, bits.data(), ElementType::i64,
                            values.data(), values.size());
  return values;
}

std::vector<float> readFloats(Core &core, const isa::OnChipOperand &operand) {
  std::vector<uint8_t> bits = readBits(core, operand);
  std::vector<float> values(elementCount(operand));
  numerics::convert(operand.type, bits.data(), ElementType::f32, values.data(),
                    values.size());
  return values;
}

void writeBits(Core &core, const isa::OnChipOperand &operand,
               llvm::ArrayRef<uint8_t> dense) {
  scatter(core.start(operand),
          onChipPattern(operand, core.memory(operand.space).stride()),
          dense.data());
}

void writeIntegers(Core &core, const isa::OnChipOperand &operand,
                   llvm::ArrayRef<int64_t> values) {
  std::vector<uint8_t> bits(values.size() * elementBytes(operand.type));
  numerics::convertIntegers(ElementType::i64, values.data(), operand.type,
                            bits.data(), values.size());
  writeBits(core, operand, bits);
}

llvm::Expected<int64_t> checkIndex(int64_t index, int64_t n, int64_t run,
                                   bool wrap, bool skip, unsigned partition) {
  int64_t wrapped = wrap && index < 0 ? index + n : index;
  if (wrapped >= 0 && wrapped <= n - run)
    return wrapped;
  if (skip)
    return -1;
  return makeError(ErrorCode::E3403, "index " + llvm::Twine(index) +
                                         " of partition " +
                                         llvm::Twine(partition) + ", expects " +
                                         llvm::Twine(wrap ? -n : int64_t(0)) +
                                         " to " + llvm::Twine(n - run));
}

} // namespace glia::interpreter
