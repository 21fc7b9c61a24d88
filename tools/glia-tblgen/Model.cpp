//===- Model.cpp - Reads and checks the instruction table -----------------===//

#include "Model.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/TableGen/Error.h"
#include <algorithm>
#include <map>

using namespace llvm;

namespace glia::tblgen {

// Bits of the header that every format starts with (Formats.td).
static constexpr unsigned headerBits = 32;
static constexpr unsigned wordBits = 512;
static constexpr unsigned maxWords = 3; // and one rounding word

/// The definitions of a class in the order of the file, which is the order
/// of everything generated.
static std::vector<const Record *> definitions(const RecordKeeper &records,
                                               StringRef className) {
  std::vector<const Record *> result(
      records.getAllDerivedDefinitionsIfDefined(className));
  llvm::sort(result, [](const Record *a, const Record *b) {
    return a->getID() < b->getID();
  });
  return result;
}

static Check readCheck(const Record *record) {
  Check check{record->getValueAsString("label"),
              record->getValueAsString("holds"),
              record->getValueAsString("message"),
              {}};
  for (StringRef argument : record->getValueAsListOfStrings("arguments"))
    check.arguments.push_back(argument);
  for (char c : check.label)
    if (!isLower(c) && !isDigit(c) && c != '_')
      PrintFatalError(record,
                      "label `" + check.label +
                          "`: expects lower case letters, digits and _");
  return check;
}

static std::vector<Check> readChecks(const Record *record, StringRef field) {
  std::vector<Check> checks;
  for (const Record *check : record->getValueAsListOfDefs(field))
    checks.push_back(readCheck(check));
  return checks;
}

static std::vector<Enumeration> readEnumerations(const RecordKeeper &records) {
  std::vector<Enumeration> result;
  for (const Record *record : definitions(records, "Enumeration")) {
    Enumeration enumeration{record->getValueAsString("cpp"),
                            record->getValueAsString("underlying"),
                            record->getValueAsString("doc"),
                            unsigned(record->getValueAsInt("width")),
                            {},
                            record};
    std::map<int64_t, StringRef> values;
    StringSet<> names;
    for (const Record *item : definitions(records, "EnumCase")) {
      if (item->getValueAsDef("table") != record)
        continue;
      EnumCase entry{item->getValueAsString("name"),
                     item->getValueAsString("doc"),
                     item->getValueAsInt("value"), item};
      if (entry.value < 0 || entry.value >= (int64_t(1) << enumeration.width))
        PrintFatalError(item, "case `" + entry.name +
                                  "`: expects a number of " +
                                  Twine(enumeration.width) + " bits, got " +
                                  Twine(entry.value));
      if (!values.try_emplace(entry.value, entry.name).second)
        PrintFatalError(item, "case `" + entry.name + "`: number " +
                                  Twine(entry.value) + " is that of `" +
                                  values[entry.value] + "`");
      if (!names.insert(entry.name).second)
        PrintFatalError(item, "case `" + entry.name + "` is defined twice");
      enumeration.cases.push_back(entry);
    }
    llvm::sort(enumeration.cases, [](const EnumCase &a, const EnumCase &b) {
      return a.value < b.value;
    });
    result.push_back(std::move(enumeration));
  }
  return result;
}

static Format readFormat(const Record *record) {
  Format format{record->getName(),
                record->getValueAsString("doc"),
                unsigned(record->getValueAsInt("words")),
                {}};
  if (format.words < 1 || format.words > maxWords)
    PrintFatalError(record, "format `" + format.name + "`: expects 1 to " +
                                Twine(maxWords) + " words, got " +
                                Twine(format.words));
  for (const Record *item : record->getValueAsListOfDefs("slots")) {
    Slot slot{item->getValueAsString("name"),
              unsigned(item->getValueAsInt("low")),
              unsigned(item->getValueAsInt("width"))};
    if (slot.low < headerBits)
      PrintFatalError(record, "slot `" + slot.name + "` overlaps the header");
    if (slot.low + slot.width > format.words * wordBits)
      PrintFatalError(record, "slot `" + slot.name +
                                  "` ends behind the format's " +
                                  Twine(format.words) + " words");
    for (const Slot &other : format.slots) {
      if (other.name == slot.name)
        PrintFatalError(record, "slot `" + slot.name + "` is defined twice");
      if (slot.low < other.low + other.width &&
          other.low < slot.low + slot.width)
        PrintFatalError(record, "slot `" + slot.name + "` overlaps slot `" +
                                    other.name + "`");
    }
    format.slots.push_back(slot);
  }
  return format;
}

static Kind readKind(const Record *record) {
  return {record->getValueAsString("cpp"),
          record->getValueAsString("prefix"),
          record->getValueAsString("doc"),
          unsigned(record->getValueAsInt("width")),
          record->getValueAsInt("none"),
          record->getValueAsBit("isSigned"),
          record->getValueAsBit("isOperand"),
          record->getValueAsBit("isTarget"),
          record->isSubClassOf("EnumKind"),
          readChecks(record, "checks")};
}

static Field readField(const Record *instruction, const Record *record,
                       const Format &format, StringSet<> &usedSlots) {
  Field field{record->getValueAsString("name"),
              record->getValueAsString("doc"),
              record->getValueAsString("initial"),
              record->getValueAsString("random"),
              record->getValueAsString("readIf"),
              record->getValueAsString("writeIf"),
              record->getValueAsString("rows"),
              record->getValueAsString("slot"),
              record->getValueAsBit("required"),
              record->getValueAsBit("named"),
              0,
              readKind(record->getValueAsDef("kind")),
              readChecks(record, "checks")};
  auto slot = llvm::find_if(
      format.slots, [&](const Slot &s) { return s.name == field.slot; });
  if (slot == format.slots.end())
    PrintFatalError(instruction, "field `" + field.name + "`: format `" +
                                     format.name + "` has no slot `" +
                                     field.slot + "`");
  if (field.kind.width > slot->width)
    PrintFatalError(instruction, "field `" + field.name +
                                     "`: " + Twine(field.kind.width) +
                                     " bits do not fit into slot `" +
                                     slot->name + "` of " + Twine(slot->width));
  if (!usedSlots.insert(field.slot).second)
    PrintFatalError(instruction, "field `" + field.name + "`: slot `" +
                                     field.slot + "` is taken");
  field.low = slot->low;
  return field;
}

static Instruction
readInstruction(const Record *record,
                const std::vector<Enumeration> &enumerations) {
  Instruction result{record->getName(),
                     record->getValueAsString("mnemonic"),
                     record->getValueAsString("summary"),
                     record->getValueAsString("semantics").trim(),
                     record->getValueAsString("example"),
                     record->getValueAsString("interval"),
                     record->getValueAsString("latency"),
                     record->getValueAsString("accumulatorReads"),
                     record->getValueAsString("accumulatorWrites"),
                     record->getValueAsString("accumulatorLanes"),
                     unsigned(record->getValueAsInt("opcode")),
                     {},
                     {},
                     readFormat(record->getValueAsDef("format")),
                     {},
                     readChecks(record, "checks"),
                     record->getValueAsBit("rounds"),
                     record->getValueAsBit("isDma"),
                     record->getValueAsBit("isCollective"),
                     record->getValueAsBit("extension"),
                     record};
  if (record->getValueAsInt("opcode") < 0 ||
      record->getValueAsInt("opcode") > 0xFFFF)
    PrintFatalError(record, "expects an opcode of 16 bits");
  for (StringRef engine : record->getValueAsListOfStrings("engines")) {
    auto isEngine = [&](const Enumeration &e) {
      return e.cpp == "Engine" &&
             llvm::any_of(e.cases, [&](auto &c) { return c.name == engine; });
    };
    if (llvm::none_of(enumerations, isEngine))
      PrintFatalError(record, "`" + engine + "` is no engine");
    result.engines.push_back(engine);
  }
  if (result.engines.empty())
    PrintFatalError(record, "expects at least one engine");
  for (const Record *target : record->getValueAsListOfDefs("targets"))
    result.targets.push_back(target->getValueAsString("name"));
  StringSet<> usedSlots, names;
  for (const Record *field : record->getValueAsListOfDefs("fields")) {
    result.fields.push_back(readField(record, field, result.format, usedSlots));
    if (!names.insert(result.fields.back().name).second)
      PrintFatalError(record, "field `" + result.fields.back().name +
                                  "` is defined twice");
  }
  return result;
}

static std::vector<Instruction>
readInstructions(const RecordKeeper &records,
                 const std::vector<Enumeration> &enumerations) {
  std::vector<Instruction> result;
  std::map<unsigned, StringRef> opcodes;
  StringSet<> mnemonics;
  for (const Record *record : definitions(records, "Instruction")) {
    result.push_back(readInstruction(record, enumerations));
    const Instruction &last = result.back();
    if (!opcodes.try_emplace(last.opcode, last.name).second)
      PrintFatalError(record, "opcode " + Twine(last.opcode) + " is that of `" +
                                  opcodes[last.opcode] + "`");
    if (!mnemonics.insert(last.mnemonic).second)
      PrintFatalError(record, "mnemonic `" + last.mnemonic + "` is taken");
  }
  return result;
}

static std::vector<Target> readTargets(const RecordKeeper &records) {
  std::vector<Target> result;
  for (const Record *record : definitions(records, "Target")) {
    std::vector<StringRef> texts;
    for (StringRef text : record->getValueAsListOfStrings("texts"))
      texts.push_back(text);
    Target target{record->getName(), record->getValueAsString("name"), {}};
    for (const RecordVal &value : record->getValues()) {
      StringRef name = value.getName();
      if (value.isTemplateArg() || name == "texts")
        continue;
      if (!value.getValue()->isComplete())
        PrintFatalError(record, "figure `" + name + "` has no value");
      if (isa<BitRecTy>(value.getType()))
        target.figures.push_back(
            {name, "bool", record->getValueAsBit(name) ? "true" : "false"});
      else if (isa<IntRecTy>(value.getType()))
        target.figures.push_back(
            {name, "uint64_t", std::to_string(record->getValueAsInt(name))});
      else if (llvm::is_contained(texts, name))
        target.figures.push_back(
            {name, "llvm::StringRef",
             "\"" + record->getValueAsString(name).str() + "\""});
      else
        target.figures.push_back(
            {name, "double", record->getValueAsString(name).str()});
    }
    result.push_back(std::move(target));
  }
  return result;
}

Table readTable(const RecordKeeper &records) {
  Table table;
  table.enumerations = readEnumerations(records);
  for (const Record *record : definitions(records, "Format"))
    table.formats.push_back(readFormat(record));
  table.targets = readTargets(records);
  table.instructions = readInstructions(records, table.enumerations);
  return table;
}

const Enumeration *Table::findEnumeration(StringRef cpp) const {
  auto found = llvm::find_if(
      enumerations, [&](const Enumeration &e) { return e.cpp == cpp; });
  return found == enumerations.end() ? nullptr : &*found;
}

std::vector<Check> Table::labels() const {
  std::vector<Check> result;
  StringSet<> seen;
  auto add = [&](const std::vector<Check> &checks) {
    for (const Check &check : checks)
      if (seen.insert(check.label).second)
        result.push_back(check);
  };
  for (const Instruction &instruction : instructions) {
    for (const Field &field : instruction.fields) {
      add(field.kind.checks);
      add(field.checks);
    }
    add(instruction.checks);
  }
  return result;
}

std::string Instruction::enumerator() const {
  std::string result = lowerFirst(name);
  return result == "return" ? "return_"
                            : result; // the one C++ keyword among them
}

std::string lowerFirst(StringRef name) {
  return name.empty()
             ? std::string()
             : (Twine(toLower(name.front())) + name.drop_front()).str();
}

std::string upperCamel(StringRef name) {
  std::string result;
  bool upper = true;
  for (char c : name) {
    if (c == '_') {
      upper = true;
      continue;
    }
    result += upper ? toUpper(c) : c;
    upper = false;
  }
  return result;
}

std::string upperSnake(StringRef name) {
  std::string result;
  for (char c : name) {
    if (isUpper(c) && !result.empty())
      result += '_';
    result += toUpper(c);
  }
  return result;
}

void emitBanner(raw_ostream &os, StringRef what) {
  os << "// " << what
     << "\n// Generated by glia-tblgen from include/glia/ISA/Table.td; never "
        "edited by hand.\n\n";
}

} // namespace glia::tblgen
