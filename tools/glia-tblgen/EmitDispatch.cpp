//===- EmitDispatch.cpp - Dispatch, accesses and costs --------------------===//
//
// Dispatch.h.inc is included by the interpreter, inside its namespace, where
// `Core` names its machine state: it declares execute() for every instruction,
// so a missing Execute file is a link error.
//
//===----------------------------------------------------------------------===//

#include "Model.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;

namespace glia::tblgen {

static void emitDispatch(const RecordKeeper &records, raw_ostream &os) {
  Table table = readTable(records);
  emitBanner(os, "From an instruction to its execute().");
  os << "#ifndef GLIA_EXECUTE_RESULT\n#define GLIA_EXECUTE_RESULT "
        "llvm::Error\n#endif\n";
  for (const Instruction &instruction : table.instructions)
    os << "GLIA_EXECUTE_RESULT execute(Core &core, const ::glia::isa::"
       << instruction.name << " &instruction);\n";
  os << "\nstatic inline GLIA_EXECUTE_RESULT dispatch(Core &core, const "
        "::glia::isa::Instruction &instruction) {\n  switch "
        "(instruction.index()) {\n";
  for (auto [index, instruction] : llvm::enumerate(table.instructions))
    os << "  case " << index
       << ":\n    return execute(core, *std::get_if<::glia::isa::"
       << instruction.name << ">(&instruction));\n";
  os << "  }\n  __builtin_unreachable();\n}\n";
}

static void emitAccumulators(const Instruction &instruction, raw_ostream &os) {
  auto orFalse = [](StringRef condition) {
    return condition.empty() ? StringRef("false") : condition;
  };
  os << "static AccumulatorUse accumulatorsOf([[maybe_unused]] const "
     << instruction.name << " &x) {\n";
  if (instruction.accumulatorReads.empty() &&
      instruction.accumulatorWrites.empty())
    os << "  return {};\n";
  else
    os << "  const auto &lanes = " << instruction.accumulatorLanes
       << ";\n  return {" << orFalse(instruction.accumulatorReads) << ", "
       << orFalse(instruction.accumulatorWrites)
       << ", lanes.startPartition, lanes.partitions};\n";
  os << "}\n\n";
}

static void emitAccesses(const RecordKeeper &records, raw_ostream &os) {
  Table table = readTable(records);
  emitBanner(os, "What each instruction reads and writes.");
  for (const Instruction &instruction : table.instructions) {
    os << "static void visitAccesses([[maybe_unused]] const "
       << instruction.name
       << " &x, [[maybe_unused]] llvm::function_ref<void(Access)> callback) "
          "{\n";
    // Reads first, as the machine does.
    for (bool isWrite : {false, true})
      for (const Field &field : instruction.fields) {
        StringRef condition = isWrite ? field.writeIf : field.readIf;
        if (condition.empty())
          continue;
        os << "  ";
        if (condition != "true")
          os << "if (" << condition << ")\n    ";
        os << "callback(makeAccess(\"" << field.name << "\", "
           << (isWrite ? "true" : "false") << ", x." << field.name;
        if (!field.rows.empty())
          os << ", " << field.rows;
        os << "));\n";
      }
    os << "}\n\n";
    emitAccumulators(instruction, os);
  }
}

static void emitCosts(const RecordKeeper &records, raw_ostream &os) {
  Table table = readTable(records);
  emitBanner(os, "What each instruction costs: cycles of its stream's engine, "
                 "or nanoseconds of a DMA.");
  for (const Instruction &instruction : table.instructions)
    os << "static Cost costOf([[maybe_unused]] const " << instruction.name
       << " &x, [[maybe_unused]] const Target &target) {\n  return "
       << (instruction.isDma ? "inNanoseconds(" : "inCycles(x.engine, target, ")
       << "double(" << instruction.interval << "), double("
       << instruction.latency << "));\n}\n\n";
}

static TableGen::Emitter::Opt dispatch("gen-dispatch", emitDispatch,
                                       "Generate the interpreter's dispatch");
static TableGen::Emitter::Opt accesses("gen-accesses", emitAccesses,
                                       "Generate reads and writes");
static TableGen::Emitter::Opt costs("gen-costs", emitCosts,
                                    "Generate the costs");

} // namespace glia::tblgen
