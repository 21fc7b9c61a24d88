//===- ControlInstructions.td - Registers, loops, calls, semaphores -------===//

class ControlInstruction<string mnemonic, int opcode, list<Field> fields>
    : Instruction<mnemonic, opcode, ["tensor", "vector", "scalar", "gpsimd", "sync"], Control, fields>;

class Needed<string name, FieldKind kind, string slot, string text, string choice> : Field<name, kind, slot, text> {
  let required = 1;
  let random = choice;
}

def RegisterMove : ControlInstruction<"register_move", 0x0040, [
  Needed<"destination", Register, "small0", "register", "g.below(64)">,
  Needed<"value", Unsigned32, "number0", "value", "g.bits(32)">
]> { let summary = "Sets a register"; let semantics = [{destination = value.}]; }

def RegisterAdd : ControlInstruction<"register_add", 0x0041, [
  Needed<"destination", Register, "small0", "register", "g.below(64)">,
  Needed<"left", Register, "small1", "left", "g.below(64)">,
  Field<"right", OptionalRegister, "small2", "right; none: the value", choice="g.registerOrNone()">,
  Field<"value", Unsigned32, "number0", "used where right is none", choice="x.right == noRegister6 ? g.bits(32) : 0">
]> {
  let summary = "Adds to a register";
  let semantics = [{destination = left + (right or value), wrapping.}];
  let checks = [Check<"register_add_value", "x.right == noRegister6 || x.value == 0", "expects a register or a value, got both">];
}

def AddressMove : ControlInstruction<"address_move", 0x0042, [
  Needed<"destination", AddressRegister, "small0", "address register", "g.below(16)">,
  Needed<"value", Unsigned64, "number0", "value", "g.bits(64)">
]> { let summary = "Sets an address register"; let semantics = [{destination = value.}]; }

def AddressAdd : ControlInstruction<"address_add", 0x0043, [
  Needed<"destination", AddressRegister, "small0", "address register", "g.below(16)">,
  Needed<"left", AddressRegister, "small1", "left", "g.below(16)">,
  Field<"right", OptionalRegister, "small2", "32-bit register, zero-extended; none: the value", choice="g.registerOrNone()">,
  Field<"value", Unsigned64, "number0", "used where right is none", choice="x.right == noRegister6 ? g.bits(64) : 0">
]> {
  let summary = "Adds to an address register";
  let semantics = [{destination = left + (right or value), wrapping.}];
  let checks = [Check<"address_add_value", "x.right == noRegister6 || x.value == 0", "expects a register or a value, got both">];
}

def LoopBegin : ControlInstruction<"loop_begin", 0x0044, [
  Field<"count", Unsigned32, "number0", "trips; 0 skips the loop", choice="g.bits(32)">,
  Field<"countRegister", OptionalRegister, "small0", "trips in a register; none: count", choice="g.registerOrNone()">,
  Needed<"end", ProgramCounter, "number1", "pc of the loop's loop_end", "g.bits(32)">
]> { let summary = "Begins a counted loop"; let semantics = [{The instructions up to `end` run count times (with a register: its value, and `count` is the most it may be); loops nest up to 64.}]; }

def LoopEnd : ControlInstruction<"loop_end", 0x0045, [Needed<"begin", ProgramCounter, "number1", "pc of the loop's loop_begin", "g.bits(32)">]> {
  let summary = "Ends a counted loop"; let semantics = [{Continues behind `begin` while trips are left.}];
}

def Call : ControlInstruction<"call", 0x0046, [Needed<"target", ProgramCounter, "number1", "pc of the function", "g.bits(32)">]> {
  let summary = "Calls a function"; let semantics = [{Pushes the pc behind this instruction (stack depth 64) and continues at `target`.}];
}
def Return : ControlInstruction<"return", 0x0047, []> {
  let summary = "Returns from a function"; let semantics = [{Continues at the pc on top of the stack.}];
}

class SemaphoreInstruction<string mnemonic, int opcode> : ControlInstruction<mnemonic, opcode, [
  Needed<"semaphore", Semaphore, "small0", "semaphore", "g.below(256)">,
  Needed<"value", Unsigned32, "number0", "value", "g.bits(32)">
]>;
def SemaphoreWait : SemaphoreInstruction<"semaphore_wait", 0x0050> {
  let summary = "Waits for a semaphore"; let semantics = [{Blocks the stream until semaphore >= value.}];
}
def SemaphoreAdd : SemaphoreInstruction<"semaphore_add", 0x0051> {
  let summary = "Adds to a semaphore"; let semantics = [{Once all earlier instructions of the stream have completed: semaphore += value.}];
}
def SemaphoreSubtract : SemaphoreInstruction<"semaphore_subtract", 0x0052> {
  let summary = "Subtracts from a semaphore"; let semantics = [{Once all earlier instructions of the stream have completed: semaphore -= value; below zero traps.}];
}
def SemaphoreWrite : SemaphoreInstruction<"semaphore_write", 0x0053> {
  let summary = "Writes a semaphore"; let semantics = [{Once all earlier instructions of the stream have completed: semaphore = value.}];
}

def Halt : ControlInstruction<"halt", 0x0060, []> {
  let summary = "Ends the stream"; let semantics = [{The stream has ended; the program ends when all have.}];
}
