//===- HardwareRanges.cpp - Where hardware's functions are off ------------===//
//
// The function's argument is x * scale + bias, as the engine computes it.
//
//===----------------------------------------------------------------------===//
#include "HardwareRanges.h"
#include "Program.h"
#include "Rows.h"
#include "glia/Support/Error.h"
#include "llvm/Support/Format.h"
#include <cmath>
#include <optional>

namespace glia::isa {
#include "glia/ISA/HardwareRanges.h.inc"
} // namespace glia::isa

namespace glia::interpreter {

static bool isOff(float x, const isa::HardwareRange &range) {
  return x < range.lowest || x > range.highest || std::fabs(x) < range.smallest;
}

static std::string shown(float x) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%g", double(x));
  return text;
}

static std::string describe(const isa::HardwareRange &range) {
  std::string text = shown(range.lowest) + " to " + shown(range.highest);
  if (range.smallest > 0)
    text += ", of a size from " + shown(range.smallest) + " on";
  return text;
}

void HardwareRanges::look(Core &core, const ObjectImage &image,
                          uint32_t program,
                          const DecodedInstruction &instruction) {
  const auto *x = std::get_if<isa::Activate>(&instruction.instruction);
  if (!x)
    return;
  std::optional<isa::HardwareRange> range = isa::hardwareRange(x->function);
  if (!range)
    return;
  RowReader source(core, x->source, {}, 0);
  uint64_t n = source.elements();
  std::vector<float> argument(n);
  auto scales = core.scalars(x->scale, x->source.partitions),
       biases = core.scalars(x->bias, x->source.partitions);
  for (unsigned p = 0; p < x->source.partitions; ++p) {
    core.kernels.scaleBias(source.floats(p), scales[p], biases[p],
                           argument.data(), n);
    for (float value : argument) {
      if (!isOff(value, *range))
        continue;
      Finding &finding = found[{program, instruction.pc}];
      if (finding.values++ != 0)
        continue;
      finding.first = value;
      finding.function = isa::name(x->function).str();
      finding.range = describe(*range);
      finding.place = "scalar pc " + std::to_string(instruction.pc);
      std::string node = describeNode(
          image, program, static_cast<unsigned>(x->engine), instruction.pc);
      if (!node.empty())
        finding.place += ", node " + escapeForMessage(node);
    }
  }
}

std::vector<std::string> HardwareRanges::warnings() const {
  std::vector<std::string> lines;
  for (const auto &[key, finding] : found)
    lines.push_back(
        "`" + finding.function + "` of " + std::to_string(finding.values) +
        " values outside of the hardware's range " + finding.range +
        ", the first " + shown(finding.first) + " (" + finding.place + ")");
  return lines;
}

} // namespace glia::interpreter
