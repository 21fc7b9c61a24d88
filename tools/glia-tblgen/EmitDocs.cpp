//===- EmitDocs.cpp - docs/ISA.md -----------------------------------------===//

#include "DocsInstruction.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Format.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;

namespace glia::tblgen {

/// What the record says beside the text.
static std::string marksOf(const EnumCase &entry) {
  std::string marks;
  auto isSet = [&](StringRef bit) {
    return entry.record->getValue(bit) && entry.record->getValueAsBit(bit);
  };
  for (auto [bit, text] : {std::pair("bitwise", "on integers of one type"),
                           {"onlyGpsimd", "GpSimd only"},
                           {"onlyFloat", "not on GpSimd's exact integers"},
                           {"accumulating", "accumulators take it"},
                           {"parametric", "`slope` is its parameter"},
                           {"extension", "an extension of Glia"}})
    if (isSet(bit))
      marks += (StringRef("; ") + text).str();
  if (entry.record->getValue("lowest") &&
      !entry.record->getValueAsString("lowest").empty())
    marks += ("; hardware is off outside [" +
              entry.record->getValueAsString("lowest") + ", " +
              entry.record->getValueAsString("highest") +
              "], a warning of "
              "--check")
                 .str();
  return marks;
}

static void emitEnumerations(const Table &table, raw_ostream &os) {
  os << "## Enumerations\n\n";
  for (const Enumeration &enumeration : table.enumerations) {
    os << "### " << enumeration.cpp << "\n\n"
       << enumeration.doc << "\n\n| number | name | meaning |\n|---|---|---|\n";
    for (const EnumCase &entry : enumeration.cases)
      os << "| " << entry.value << " | `" << entry.name << "` | " << entry.doc
         << marksOf(entry) << " |\n";
    os << "\n";
  }
}

static void emitFormats(const Table &table, raw_ostream &os) {
  os << "## Formats\n\nEvery format starts with the header: bits [0,16) "
        "opcode, [16,19) engine, [19,21) words - 1, [21,22) rounding word "
        "present, [22,23) saturate.\n"
        "Bits that no field covers are reserved and zero.\n\n";
  for (const Format &format : table.formats) {
    os << "### " << format.name << "\n\n"
       << format.words << (format.words == 1 ? " word: " : " words: ")
       << format.doc << ".\n\n| slot | bits |\n|---|---|\n";
    for (const Slot &slot : format.slots)
      os << "| " << slot.name << " | [" << slot.low << ","
         << slot.low + slot.width << ") |\n";
    os << "\n";
  }
}

static void emitTargets(const Table &table, raw_ostream &os) {
  if (table.targets.empty())
    return;
  os << "## Targets\n\n| figure |";
  for (const Target &target : table.targets)
    os << " " << target.name << " |";
  os << "\n|---|";
  for (size_t i = 0; i < table.targets.size(); ++i)
    os << "---|";
  os << "\n";
  for (size_t row = 1; row < table.targets.front().figures.size(); ++row) {
    os << "| " << table.targets.front().figures[row].name << " |";
    for (const Target &target : table.targets)
      os << " " << StringRef(target.figures[row].value).trim('"') << " |";
    os << "\n";
  }
  os << "\n";
}

/// Where an instruction stands on the page.
static StringRef groupOf(const Instruction &instruction) {
  if (instruction.isDma)
    return "DMA";
  if (instruction.isCollective)
    return "Collective";
  if (instruction.engines.size() == 5)
    return "Control";
  return instruction.engines.front();
}

static void emitIndex(const Table &table, raw_ostream &os) {
  os << "| instruction | opcode | engines | targets | |\n|---|---|---|---|---|"
        "\n";
  for (const Instruction &instruction : table.instructions) {
    os << "| [" << instruction.mnemonic << "](#" << instruction.mnemonic
       << ") | " << format_hex(instruction.opcode, 6) << " | ";
    if (instruction.engines.size() == 5)
      os << "all";
    else
      llvm::interleaveComma(instruction.engines, os);
    os << " | ";
    if (instruction.targets.empty())
      os << "all";
    llvm::interleaveComma(instruction.targets, os);
    os << " | " << instruction.summary << " |\n";
  }
  os << "\n";
}

static void emitInstructions(const Table &table, raw_ostream &os) {
  for (auto [group, title] : {std::pair("tensor", "Tensor engine"),
                              {"vector", "Vector engine"},
                              {"scalar", "Scalar engine"},
                              {"gpsimd", "GpSimd engine"},
                              {"DMA", "DMA"},
                              {"Collective", "Collectives"},
                              {"Control", "Control"}}) {
    os << "## " << title << "\n\n";
    for (const Instruction &instruction : table.instructions)
      if (groupOf(instruction) == group)
        emitInstructionPage(instruction, os);
  }
}

/// The rules that every operand of a kind keeps.
static void emitOperandRules(const Table &table, raw_ostream &os) {
  os << "Rules of operands, which every instruction keeps:\n\n";
  StringSet<> seen;
  for (const Instruction &instruction : table.instructions)
    for (const Field &field : instruction.fields) {
      if (field.kind.checks.empty() || !seen.insert(field.kind.doc).second)
        continue;
      os << "* " << field.kind.doc << ":\n";
      for (const Check &check : field.kind.checks)
        os << "  * `" << check.label << "`: " << ruleText(check) << "\n";
    }
  os << "\n";
}

static void emitDocs(const RecordKeeper &records, raw_ostream &os) {
  Table table = readTable(records);
  os << "# The instruction set\n\n"
        "Generated by glia-tblgen from `include/glia/ISA/Table.td`; change the "
        "table, then build the target `bless`. The encoding is Glia's own: AWS "
        "publishes\n"
        "none, and these programs do not run on AWS hardware.\n\n"
        "An instruction is one to four words of 64 bytes; pcs count words. "
        "Assembly: `mnemonic operand, operand, name=value`; a value that is "
        "left out is the\n"
        "initial one.\n\n"
        "| operand | assembly |\n|---|---|\n"
        "| on chip, 192 bits: [0,4) space [4,9) type [9,16) start partition "
        "[16,24) partitions [24,27) pairs [32,64) byte offset, then 4 x (u16 "
        "count, i16 stride) | "
        "`sbuf.f32[0+128, 0x400](4:512, 2:1)` start+partitions, byte offset, "
        "pairs count:stride in elements, outermost first |\n"
        "| HBM, 576 bits: [0,5) type [5,8) pairs [8,13) base register (31 "
        "none) [16,56) offset [64,84) core (all ones: self), from 96 on 5 x "
        "(u32 count, i64 stride) | "
        "`hbm.f32[a3+0x100, core 2](128:2048)` strides in bytes |\n"
        "| scalar, 64 bits: [0,1) pointer [1,6) type [6,13) start partition "
        "[32,64) fp32 or int32 bits, or byte offset | "
        "`#1.5` `#f32:0x7fc00000` `#i32:-5` `ptr.f32[32, 0x40]` |\n"
        "| rounding word: [0,32) stream [32,38) its register [38,43) index "
        "register [43,49) ordinal register [64,128) index [128,160) ordinal, "
        "from 192 on 5 x i64 strides | "
        "`stochastic=(stream 7 + r3, index 0x10 + a1, strides 1 2 3 4 5, "
        "ordinal 0)` |\n\n";
  os << "R (bit 21) says that the rounding word follows: the store rounds "
        "stochastically (`stochastic=(...)`), else to nearest even. S (bit 22) "
        "is `saturate=true`: overflow of a float type gives its\nlargest "
        "finite "
        "value. Instructions without R and S have zeros there. Bits that no "
        "field covers are zero.\n\n"
        "Every engine computes in fp32 and rounds once when it stores "
        "(docs/Machine.md, section 4); GpSimd computes on integers exactly. "
        "Transcendental functions are at most 1 ulp of fp32 off.\nEvery "
        "instruction behaves as if it read all its operands before it wrote. "
        "Costs are those of the timing model: after `interval` the stream goes "
        "on, after `latency` more the result is there.\n"
        "`elementwiseInterval(engine, n, factor)` is n * factor, at least "
        "`minimumInterval`, and on GpSimd `gpsimdStart` more; `fastMode` is 1, "
        "2 or 4 elements a cycle of Vector on 16-bit floats;\n`is16Bit` "
        "asks for operands in SBUF of bf16 or f16; `dmaNanoseconds` is the "
        "time on all DMA engines, by contiguous bytes. Figures of the targets "
        "stand at the end.\n\n"
        "Up to 32 partitions start at 0, 32, 64 or 96, up to 64 at 0 or 64, "
        "more at 0 (`allowedStarts`).\n\n";
  emitOperandRules(table, os);
  os << "## Index\n\n";
  emitIndex(table, os);
  emitInstructions(table, os);
  os << "## Checks\n\nThe validator's labelled rules; each has a test "
        "`test/ISA/Checks/bad-LABEL.s`.\n\n| label | rule |\n|---|---|\n"
        "| `engine` | expects a stream that the instruction runs on |\n| "
        "`target` | expects a target that has the instruction |\n";
  for (const Check &check : table.labels())
    os << "| `" << check.label << "` | " << ruleText(check) << " |\n";
  os << "\n";
  emitFormats(table, os);
  emitEnumerations(table, os);
  emitTargets(table, os);
}

static TableGen::Emitter::Opt docs("gen-docs", emitDocs,
                                   "Generate docs/ISA.md");

} // namespace glia::tblgen
