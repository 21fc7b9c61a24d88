//===- ControlInstructions.td - Registers, branches, calls, semaphores ----===//
//
// A register that was loaded from memory makes what depends on it depend on
// data; --timing-only has no data, and takes the hint of a branch, the maximum
// of a loop and the immediate of a semaphore instruction there.
//
//===----------------------------------------------------------------------===//

class ControlInstruction<string mnemonic, int opcode, list<Field> fields>
    : Instruction<mnemonic, opcode, ["tensor", "vector", "scalar", "gpsimd", "sync"], Control, fields>;

class Needed<string name, FieldKind kind, string slot, string text, string choice> : Field<name, kind, slot, text> {
  let required = 1;
  let random = choice;
}

def RegisterMove : ControlInstruction<"register_move", 0x0040, [
  Needed<"destination", Register, "small0", "register", "g.below(64)">,
  Needed<"value", Unsigned32, "number0", "value", "g.bits(32)">
]> { let summary = "Sets a register"; let semantics = [{destination = value.}]; let example = "register_move destination=r3, value=7"; }

def RegisterAdd : ControlInstruction<"register_add", 0x0041, [
  Needed<"destination", Register, "small0", "register", "g.below(64)">,
  Needed<"left", Register, "small1", "left", "g.below(64)">,
  Field<"right", OptionalRegister, "small2", "right; none: the value", choice="g.registerOrNone()">,
  Field<"value", Unsigned32, "number0", "used where right is none", choice="x.right == noRegister6 ? g.bits(32) : 0">
]> {
  let summary = "Adds to a register";
  let semantics = [{destination = left + (right or value), wrapping.}];
  let example = "register_add destination=r3, left=r3, value=1";
  let checks = [Check<"register_add_value", "x.right == noRegister6 || x.value == 0", "expects a register or a value, got both">];
}

def AddressMove : ControlInstruction<"address_move", 0x0042, [
  Needed<"destination", AddressRegister, "small0", "address register", "g.below(16)">,
  Needed<"value", Unsigned64, "number0", "value", "g.bits(64)">
]> { let summary = "Sets an address register"; let semantics = [{destination = value.}]; let example = "address_move destination=a2, value=0x10000"; }

def AddressAdd : ControlInstruction<"address_add", 0x0043, [
  Needed<"destination", AddressRegister, "small0", "address register", "g.below(16)">,
  Needed<"left", AddressRegister, "small1", "left", "g.below(16)">,
  Field<"right", OptionalRegister, "small2", "32-bit register, zero-extended; none: the value", choice="g.registerOrNone()">,
  Field<"value", Unsigned64, "number0", "used where right is none", choice="x.right == noRegister6 ? g.bits(64) : 0">
]> {
  let summary = "Adds to an address register";
  let semantics = [{destination = left + (right or value), wrapping.}];
  let example = "address_add destination=a2, left=a2, right=r3";
  let checks = [Check<"address_add_value", "x.right == noRegister6 || x.value == 0", "expects a register or a value, got both">];
}

def AtMostOneRight : Check<"address_value", "(x.right != noRegister6) + (x.rightAddress != noRegister5) + (x.value != 0) <= 1",
  "expects one of a register, an address register and a value">;

def IntegerOperator : Check<"register_operator", "!isOnlyFloat(x.op)", "expects an operator on integers, got `{0}`", ["isa::name(x.op)"]>;

def RegisterAlu : ControlInstruction<"register_alu", 0x0048, [
  Needed<"destination", Register, "small0", "register", "g.below(64)">,
  Needed<"op", AluOperatorKind, "small3", "operator", "g.integerAluOp()">,
  Needed<"left", Register, "small1", "left", "g.below(64)">,
  Field<"right", OptionalRegister, "small2", "right; none: the value", choice="g.registerOrNone()">,
  Field<"value", Signed32, "number0", "used where right is none", choice="x.right == noRegister6 ? int32_t(g.bits(32)) : 0">
]> {
  let summary = "Computes in registers";
  let semantics = [{destination = left op (right or value), as GpSimd does on int32: exact, wrapping; compares give 1 or 0; x / 0 is -1.}];
  let example = "register_alu destination=r5, op=add, left=r1, right=r2";
  let checks = [IntegerOperator, Check<"register_value", "x.right == noRegister6 || x.value == 0", "expects a register or a value, got both">];
}

def AddressAlu : ControlInstruction<"address_alu", 0x0049, [
  Needed<"destination", AddressRegister, "small0", "address register", "g.below(16)">,
  Needed<"op", AluOperatorKind, "small4", "operator", "g.integerAluOp()">,
  Needed<"left", AddressRegister, "small1", "left", "g.below(16)">,
  Field<"right", OptionalRegister, "small2", "right, a register", choice="g.registerOrNone()">,
  Field<"rightAddress", OptionalAddressRegister, "small3", "right, an address register", choice="x.right == noRegister6 ? g.addressRegisterOrNone() : noRegister5">,
  Field<"signExtend", Flag, "small5", "the register is signed", choice="g.flag()">,
  Field<"value", Signed64, "number0", "right, where there is no register", choice="x.right == noRegister6 && x.rightAddress == noRegister5 ? int64_t(g.bits(64)) : 0">
]> {
  let summary = "Computes in address registers";
  let semantics = [{destination = left op right, as GpSimd does on int64: exact, wrapping; compares give 1 or 0; x / 0 is -1. A register on the right is extended to 64 bits.}];
  let example = "address_alu destination=a4, op=add, left=a1, value=-1";
  let checks = [IntegerOperator, AtMostOneRight];
}

def AddressFromRegisters : ControlInstruction<"address_from_registers", 0x004A, [
  Needed<"destination", AddressRegister, "small0", "address register", "g.below(16)">,
  Needed<"low", Register, "small1", "lower 32 bits", "g.below(64)">,
  Field<"high", OptionalRegister, "small2", "upper 32 bits; none: 0", choice="g.registerOrNone()">
]> { let summary = "Joins two registers to an address"; let semantics = [{destination = high << 32 | low.}]; let example = "address_from_registers destination=a1, low=r1, high=r2"; }

def RegisterFromAddress : ControlInstruction<"register_from_address", 0x004B, [
  Needed<"destination", Register, "small0", "register", "g.below(64)">,
  Needed<"source", AddressRegister, "small1", "address register", "g.below(16)">,
  Field<"high", Flag, "small2", "the upper half", choice="g.flag()">
]> { let summary = "Takes half of an address"; let semantics = [{destination = the lower or upper 32 bits of source.}]; let example = "register_from_address destination=r1, source=a1"; }

def Branch : ControlInstruction<"branch", 0x004C, [
  Field<"condition", BranchConditionKind, "small0", "when it is taken", choice="g.branchCondition()">,
  Field<"left", OptionalRegister, "small1", "left; none where always", choice="x.condition == BranchCondition::always ? noRegister6 : uint8_t(g.below(63))">,
  Field<"right", OptionalRegister, "small2", "right; none: the value", choice="x.condition == BranchCondition::always ? noRegister6 : g.registerOrNone()">,
  Field<"value", Signed32, "number0", "used where right is none", choice="x.condition == BranchCondition::always || x.right != noRegister6 ? 0 : int32_t(g.bits(32))">,
  Field<"hint", Unsigned32, "number2", "times in a row that --timing-only takes it where data decides; 4294967295: always", choice="g.bits(32)">,
  Needed<"target", ProgramCounter, "number1", "pc where the stream goes on", "g.bits(32)">
]> {
  let summary = "Branches under a condition";
  let semantics = [{Goes on at `target` if the condition holds for left and (right or value), as signed integers. The target stands in the same body of the same loop. Each instruction costs fuel, so a
loop of branches ends.}];
  let example = "branch condition=less, left=r3, right=r1, hint=5, target=16";
  let checks = [Check<"branch_operands", "x.condition == BranchCondition::always ? x.left == noRegister6 && x.right == noRegister6 && x.value == 0 : x.left != noRegister6 && (x.right == noRegister6 || x.value == 0)",
    "expects a left register, and a right one or a value; none where it is always taken">];
}

def LoopBegin : ControlInstruction<"loop_begin", 0x0044, [
  Field<"count", Unsigned32, "number0", "trips; 0 skips the loop", choice="g.bits(32)">,
  Field<"countRegister", OptionalRegister, "small0", "trips in a register; none: count", choice="g.registerOrNone()">,
  Needed<"end", ProgramCounter, "number1", "pc of the loop's loop_end", "g.bits(32)">
]> { let summary = "Begins a counted loop"; let semantics = [{The instructions up to `end` run count times (with a register: its value, and `count` is the most it may be); loops nest up to 64.}]; let example = "loop_begin count=8, end=12"; }

def LoopEnd : ControlInstruction<"loop_end", 0x0045, [Needed<"begin", ProgramCounter, "number1", "pc of the loop's loop_begin", "g.bits(32)">]> {
  let summary = "Ends a counted loop"; let semantics = [{Continues behind `begin` while trips are left.}]; let example = "loop_end begin=4";
}

def Call : ControlInstruction<"call", 0x0046, [Needed<"target", ProgramCounter, "number1", "pc of the function", "g.bits(32)">]> {
  let summary = "Calls a function"; let semantics = [{Pushes the pc behind this instruction (stack depth 64) and continues at `target`.}]; let example = "call target=32";
}
def Return : ControlInstruction<"return", 0x0047, []> {
  let summary = "Returns from a function"; let semantics = [{Continues at the pc on top of the stack.}]; let example = "return";
}

// -- Registers and memory ----------------------------------------------------

def OneElement : OperandCheck<"one_element", "o.partitions == 1 && o.elementsPerPartition() == 1",
  "{name}: expects one element, got {0} x {1}", ["unsigned(o.partitions)", "o.elementsPerPartition()"]>;
def RegisterType : OperandCheck<"register_type", "bitWidth(o.type) <= 32", "{name}: expects an element of at most 32 bits, got {0}", ["glia::name(o.type)"]>;
def AddressType : OperandCheck<"address_type", "isInteger(o.type)", "{name}: expects an integer, got {0}", ["glia::name(o.type)"]>;

class MemoryInstruction<string mnemonic, int opcode, list<Field> fields>
    : Instruction<mnemonic, opcode, ["tensor", "vector", "scalar", "gpsimd", "sync"], OneWord, fields> {
  let interval = "target.accessStart"; // the sequencer waits for the value
}

def RegisterLoad : MemoryInstruction<"register_load", 0x0054, [
  Reads<"source", "onChip0", "one element in SBUF", kind=OnChipOfDma, choice="g.element(false)", rules=[InSbuf, OneElement, RegisterType, TargetType]>,
  Needed<"destination", Register, "small0", "register", "g.below(64)">
]> {
  let summary = "Loads a register from SBUF";
  let semantics = [{destination = the bits of the element; signed integers are sign-extended, all else zero-extended.}];
  let example = "register_load sbuf.i8[5+1, 64](1:1), destination=r0";
}
def RegisterStore : MemoryInstruction<"register_store", 0x0055, [
  Writes<"destination", "onChip0", "one element in SBUF", kind=OnChipOfDma, choice="g.element(false)", rules=[InSbuf, OneElement, RegisterType, TargetType]>,
  Needed<"value", Register, "small0", "register", "g.below(64)">
]> {
  let summary = "Stores a register to SBUF";
  let semantics = [{The element = the lower bits of the register; bool: register != 0.}];
  let example = "register_store sbuf.u8[7+1, 0](1:1), value=r1";
}
def AddressLoad : MemoryInstruction<"address_load", 0x0056, [
  Reads<"source", "onChip0", "one integer in SBUF", kind=OnChipOfDma, choice="g.element(true)", rules=[InSbuf, OneElement, AddressType]>,
  Needed<"destination", AddressRegister, "small0", "address register", "g.below(16)">
]> {
  let summary = "Loads an address register from SBUF";
  let semantics = [{destination = the integer, extended to 64 bits.}];
  let example = "address_load sbuf.i64[9+1, 64](1:1), destination=a0";
}
def AddressStore : MemoryInstruction<"address_store", 0x0057, [
  Writes<"destination", "onChip0", "one integer in SBUF", kind=OnChipOfDma, choice="g.element(true)", rules=[InSbuf, OneElement, AddressType]>,
  Needed<"value", AddressRegister, "small0", "address register", "g.below(16)">
]> {
  let summary = "Stores an address register to SBUF";
  let semantics = [{The element = the lower bits of the address register; bool: register != 0.}];
  let example = "address_store sbuf.u64[3+1, 0](1:1), value=a1";
}

// -- Semaphores --------------------------------------------------------------

class SemaphoreInstruction<string mnemonic, int opcode> : ControlInstruction<mnemonic, opcode, [
  Needed<"semaphore", Semaphore, "small0", "semaphore", "g.below(256)">,
  Needed<"value", Unsigned32, "number0", "value", "g.bits(32)">,
  Field<"valueRegister", OptionalRegister, "small1", "added to the value", choice="g.registerOrNone()">
]>;
def SemaphoreWait : SemaphoreInstruction<"semaphore_wait", 0x0050> {
  let summary = "Waits for a semaphore"; let semantics = [{Blocks the stream until semaphore >= value (plus the register, wrapping).}]; let example = "semaphore_wait semaphore=s16, value=1";
}
def SemaphoreAdd : SemaphoreInstruction<"semaphore_add", 0x0051> {
  let summary = "Adds to a semaphore"; let semantics = [{Once all earlier instructions of the stream have completed: semaphore += value (plus the register, wrapping).}]; let example = "semaphore_add semaphore=s16, value=1";
}
def SemaphoreSubtract : SemaphoreInstruction<"semaphore_subtract", 0x0052> {
  let summary = "Subtracts from a semaphore"; let semantics = [{Once all earlier instructions of the stream have completed: semaphore -= value (plus the register, wrapping); below zero traps.}]; let example = "semaphore_subtract semaphore=s16, value=1";
}
def SemaphoreWrite : SemaphoreInstruction<"semaphore_write", 0x0053> {
  let summary = "Writes a semaphore"; let semantics = [{Once all earlier instructions of the stream have completed: semaphore = value (plus the register, wrapping).}]; let example = "semaphore_write semaphore=s16, value=0";
}

def Halt : ControlInstruction<"halt", 0x0060, []> {
  let summary = "Ends the stream"; let semantics = [{The stream has ended; the program ends when all have.}]; let example = "halt";
}
