//===- DocsInstruction.cpp - The page of one instruction in docs/ISA.md ---===//
//
// What it does, one example, a diagram of its bits, its fields, its rules and
// its cost.
//
//===----------------------------------------------------------------------===//

#include "DocsInstruction.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace llvm;

namespace glia::tblgen {

static void replaceAll(std::string &text, StringRef from, StringRef to) {
  for (size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to.str());
}

/// An expression of the table as a reader of the page wants it: without the
/// C++ that prints it.
static std::string plainExpression(StringRef expression) {
  for (StringRef wrapper :
       {"unsigned(", "uint64_t(", "glia::name(", "isa::name("})
    if (expression.starts_with(wrapper) && expression.ends_with(")"))
      expression = expression.drop_front(wrapper.size()).drop_back();
  std::string text = expression.str();
  replaceAll(text, "x.", "");
  return text;
}

std::string ruleText(const Check &check) {
  // What was seen is for the message, not for the page.
  StringRef rule = check.message;
  rule = rule.take_front(rule.find(", got "));
  std::string text = rule.str();
  replaceAll(text, "{name}: ", "");
  for (size_t i = 0; i < check.arguments.size(); ++i)
    replaceAll(text, "{" + std::to_string(i) + "}",
               "`" + plainExpression(check.arguments[i]) + "`");
  replaceAll(text, "``", "`");
  return text;
}

//===----------------------------------------------------------------------===//
// Bit diagram
//===----------------------------------------------------------------------===//

namespace {
struct Cell {
  unsigned low, width;
  std::string name;
  unsigned end() const { return low + width; }
  std::string bits() const {
    std::string first = std::to_string(low);
    return width == 1 ? first : first + ".." + std::to_string(end() - 1);
  }
};
} // namespace

/// Rows of the diagram: the first 64 bits, then what is left of each word.
static bool beginsRow(unsigned bit) { return bit == 64 || bit % 512 == 0; }

/// All bits of the instruction in order; what no field covers is 0.
static std::vector<Cell> cellsOf(const Instruction &instruction) {
  std::string opcode;
  raw_string_ostream(opcode) << format_hex(instruction.opcode, 6);
  std::vector<Cell> named{{0, 16, opcode},
                          {16, 3, "engine"},
                          {19, 2, "words - 1"},
                          {21, 1, instruction.rounds ? "R" : "0"},
                          {22, 1, instruction.rounds ? "S" : "0"}};
  for (const Field &field : instruction.fields)
    named.push_back({field.low, field.kind.width, field.name.str()});
  llvm::sort(named, [](const Cell &a, const Cell &b) { return a.low < b.low; });
  std::vector<Cell> cells;
  unsigned next = 0;
  auto fill = [&](unsigned end) {
    while (next < end) {
      unsigned stop = next + 1;
      while (stop < end && !beginsRow(stop))
        ++stop;
      cells.push_back({next, stop - next, "0"});
      next = stop;
    }
  };
  for (Cell &cell : named) {
    fill(cell.low);
    next = cell.end();
    cells.push_back(std::move(cell));
  }
  fill(instruction.format.words * 512);
  return cells;
}

static void emitRow(ArrayRef<Cell> row, raw_ostream &os) {
  std::string bits = "    ", names = "    ";
  for (const Cell &cell : row) {
    size_t width = std::max(cell.bits().size(), cell.name.size());
    auto pad = [&](StringRef text) {
      return "| " + text.str() + std::string(width - text.size(), ' ') + " ";
    };
    bits += pad(cell.bits());
    names += pad(cell.name);
  }
  os << bits << "|\n" << names << "|\n";
}

static void emitDiagram(const Instruction &instruction, raw_ostream &os) {
  std::vector<Cell> row;
  for (const Cell &cell : cellsOf(instruction)) {
    if (!row.empty() && beginsRow(cell.low)) {
      emitRow(row, os);
      row.clear();
    }
    row.push_back(cell);
  }
  emitRow(row, os);
  os << "\n";
}

//===----------------------------------------------------------------------===//
// The page
//===----------------------------------------------------------------------===//

/// What a field holds where assembly leaves it out.
static std::string initialText(const Field &field) {
  StringRef initial = field.initial;
  if (field.required || (field.kind.isOperand && !field.named))
    return "needed";
  if (field.kind.isEnum)
    return "`" + initial.rsplit("::").second.str() + "`";
  if (initial == "selfCore")
    return "this core";
  if (initial == "{}" || initial == std::to_string(field.kind.none))
    return "none";
  return "`" + initial.str() + "`";
}

/// With a link to the values, where they have names.
static std::string kindText(const Kind &kind) {
  std::string text = kind.doc.str();
  return kind.isEnum ? "[" + text + "](#" + kind.cpp.lower() + ")" : text;
}

static void emitFields(const Instruction &instruction, raw_ostream &os) {
  if (instruction.fields.empty())
    return;
  os << "| field | holds | left out | |\n|---|---|---|---|\n";
  for (const Field &field : instruction.fields) {
    os << "| `" << field.name << "`";
    if (!field.readIf.empty() || !field.writeIf.empty())
      os << (field.readIf.empty()    ? ", written"
             : field.writeIf.empty() ? ", read"
                                     : ", read and written");
    os << " | " << kindText(field.kind) << " | " << initialText(field) << " | "
       << field.doc << " |\n";
  }
  os << "\n";
}

static void emitRules(const Instruction &instruction, raw_ostream &os) {
  std::vector<std::pair<StringRef, std::string>> rules;
  for (const Field &field : instruction.fields)
    for (const Check &check : field.checks) {
      std::string text = ruleText(check);
      auto same = llvm::find_if(rules, [&](const auto &rule) {
        return rule.first == check.label &&
               StringRef(rule.second).ends_with(": " + text);
      });
      if (same != rules.end())
        same->second = field.name.str() + ", " + same->second;
      else
        rules.emplace_back(check.label, field.name.str() + ": " + text);
    }
  for (const Check &check : instruction.checks)
    rules.emplace_back(check.label, ruleText(check));
  if (rules.empty())
    return;
  os << "Rules, beside those of operands:\n\n";
  for (const auto &[label, text] : rules)
    os << "* `" << label << "`: " << text << "\n";
  os << "\n";
}

void emitInstructionPage(const Instruction &instruction, raw_ostream &os) {
  os << "### " << instruction.mnemonic << "\n\n"
     << instruction.summary << ". Runs on ";
  llvm::interleaveComma(instruction.engines, os);
  os << "; targets: ";
  if (instruction.targets.empty())
    os << "all";
  llvm::interleaveComma(instruction.targets, os);
  os << "." << (instruction.isExtension ? " An extension of Glia." : "")
     << "\n\n"
     << instruction.semantics << "\n\n";
  if (!instruction.example.empty())
    os << "    " << instruction.example << "\n\n";
  os << "Encoding, " << instruction.format.words
     << (instruction.format.words == 1 ? " word" : " words")
     << (instruction.rounds ? ", and the rounding word if R" : "") << ":\n\n";
  emitDiagram(instruction, os);
  emitFields(instruction, os);
  emitRules(instruction, os);
  os << "Cost: interval `" << plainExpression(instruction.interval)
     << "`, latency `" << plainExpression(instruction.latency) << "` "
     << (instruction.isDma ? "ns" : "cycles of the engine") << ".\n\n";
}

} // namespace glia::tblgen
