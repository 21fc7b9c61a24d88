//===- Model.h - The instruction table as the generators see it -----------===//
//
// Reads the records of include/glia/ISA/Table.td once, checks what the table
// must hold (slots, numbers, names), and hands plain structs to the
// generators, so that none of them touches a record.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_TOOLS_TBLGEN_MODEL_H
#define GLIA_TOOLS_TBLGEN_MODEL_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/TableGen/Record.h"
#include <string>
#include <vector>

namespace glia::tblgen {

struct EnumCase {
  llvm::StringRef name, doc;
  int64_t value;
  const llvm::Record *record;
};

struct Enumeration {
  llvm::StringRef cpp, underlying, doc;
  unsigned width;
  std::vector<EnumCase> cases;
  const llvm::Record *record;
};

struct Check {
  llvm::StringRef label, holds, message;
  std::vector<llvm::StringRef> arguments;
};

struct Kind {
  llvm::StringRef cpp, prefix, doc;
  unsigned width;
  int64_t none;
  bool isSigned, isOperand, isTarget, isEnum;
  std::vector<Check> checks;
};

struct Field {
  llvm::StringRef name, doc, initial, random, readIf, writeIf, rows, slot;
  bool required, named;
  unsigned low; // bit in the instruction
  Kind kind;
  std::vector<Check> checks;
};

struct Slot {
  llvm::StringRef name;
  unsigned low, width;
};

struct Format {
  llvm::StringRef name, doc;
  unsigned words;
  std::vector<Slot> slots;
};

struct TargetFigure {
  llvm::StringRef name, cppType;
  std::string value; // C++ literal
};

struct Target {
  llvm::StringRef record, name;
  std::vector<TargetFigure> figures;
};

struct Instruction {
  llvm::StringRef name, mnemonic, summary, semantics, example, interval,
      latency;
  llvm::StringRef accumulatorReads, accumulatorWrites, accumulatorLanes;
  unsigned opcode;
  std::vector<llvm::StringRef> engines;
  std::vector<llvm::StringRef> targets; // empty: all
  Format format;
  std::vector<Field> fields;
  std::vector<Check> checks;
  bool rounds, isDma, isCollective, isExtension;
  const llvm::Record *record;

  std::string enumerator() const; // "LoadStationary" -> "loadStationary"
};

struct Table {
  std::vector<Enumeration> enumerations;
  std::vector<Format> formats;
  std::vector<Target> targets;
  std::vector<Instruction> instructions;

  const Enumeration *findEnumeration(llvm::StringRef cpp) const;
  /// Every label once, in table order.
  std::vector<Check> labels() const;
};

/// Ends the process with located errors where the table contradicts itself.
Table readTable(const llvm::RecordKeeper &records);

/// "loadStationary" for "LoadStationary".
std::string lowerFirst(llvm::StringRef name);
/// "ShiftRight" for "shift_right".
std::string upperCamel(llvm::StringRef name);
/// "ALU_OP" for "AluOp".
std::string upperSnake(llvm::StringRef name);
/// The banner of a generated file.
void emitBanner(llvm::raw_ostream &os, llvm::StringRef what);

} // namespace glia::tblgen

#endif
