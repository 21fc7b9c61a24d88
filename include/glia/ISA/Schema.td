//===- Schema.td - What the records of the instruction table look like ----===//
//
// Classes only; the records stand in the other files of this folder and
// Table.td includes them all. glia-tblgen reads them and generates everything
// that follows from them (docs/ISA.md lists the outputs). The records are
// neutral data; the C++ in them is limited to predicates, cost formulas and
// random choices, each one expression over `x` (the instruction), `o` (one
// operand), `target` and `g` (the random generator).
//
//===----------------------------------------------------------------------===//

// -- Enumerations ------------------------------------------------------------

// One enumeration; its cases are the EnumCase records that name it.
class Enumeration<string cppName, int bitCount> {
  string cpp = cppName;   // C++ name
  int width = bitCount;       // bits in the encoding
  string underlying = "uint8_t";
  string doc = "";
}

// The numbers are part of the object format: append only.
class EnumCase<Enumeration enumeration, string caseName, int number, string text> {
  Enumeration table = enumeration;
  string name = caseName; // in C++, assembly and documents
  int value = number;
  string doc = text;
}

// -- Checks ------------------------------------------------------------------

// A labelled rule. `holds` is a C++ expression that is true for good input;
// the message's {0}, {1} ... are the expressions of `arguments`.
class Check<string checkLabel, string predicate, string text, list<string> values = []> {
  string label = checkLabel;
  string holds = predicate;
  string message = text;
  list<string> arguments = values;
}

// A rule on one operand, seen as `o`; `{name}` in the message is its name.
class OperandCheck<string checkLabel, string predicate, string text, list<string> values = []>
    : Check<checkLabel, predicate, text, values>;

// -- Fields ------------------------------------------------------------------

// What a field holds. `cpp` is its C++ type, `width` its bits in the encoding;
// Kinds.h has write, read, print, parse and random functions for each type.
class FieldKind<string cppType, int bitCount> {
  string cpp = cppType;
  int width = bitCount;
  string initial = "0";    // a field with this value is left out of assembly
  string doc = "";
  string prefix = "";      // in assembly, before the number: r, a, s
  bit isSigned = 0;
  int none = -1;           // a number that means "none", or -1
  bit isOperand = 0;       // printed by position, not by name
  bit isTarget = 0;        // a pc: may be a label in assembly
  list<OperandCheck> checks = [];
}

class EnumKind<Enumeration enumeration, string first> : FieldKind<enumeration.cpp, enumeration.width> {
  Enumeration table = enumeration;
  let initial = enumeration.cpp # "::" # first;
}

// A place in a format: bits [low, low + width) of the instruction.
class Slot<string slotName, int lowBit, int bitCount> {
  string name = slotName;
  int low = lowBit;
  int width = bitCount;
}

class Format<int wordCount, list<Slot> slotList> {
  int words = wordCount;   // 64-byte words, without the optional rounding word
  list<Slot> slots = slotList;
  string doc = "";
}

// A field of an instruction, standing in a slot of its format.
class Field<string fieldName, FieldKind fieldKind, string slotName, string text, string choice = "", list<OperandCheck> rules = [],
            string reads = "", string writes = "", string first = "", bit needed = 0, string usedRows = ""> {
  string name = fieldName;
  FieldKind kind = fieldKind;
  string slot = slotName;
  string doc = text;
  string random = choice;           // a valid value; "" takes the initial one
  list<OperandCheck> checks = rules; // beside those of the kind
  string readIf = reads;            // operands: when it is read ("" never)
  string writeIf = writes;          // operands: when it is written ("" never)
  string rows = usedRows;           // operands: a std::bitset<128> of the partitions that are touched; "" all
  string initial = !if(!empty(first), fieldKind.initial, first);
  bit required = needed;            // always printed, must be written in assembly
  bit named = 0;                    // an operand that is written as name=value, and left out where it is the initial one
}

// -- Targets -----------------------------------------------------------------

// Figures of one target. int fields become uint64_t, bit fields bool, string
// fields double, but for those named in `texts`. Each figure belongs to this
// target only (docs/Machine.md, section 1).
class Target<string targetName> {
  string name = targetName;
  string core = ?;
  list<string> texts = ["name", "core"];
  int coresPerChip = ?;
  int hbmBytes = ?;                 // of a chip
  string hbmBytesPerNanosecond = ?; // of a chip
  int sbufBytesPerPartition = ?;    // usable
  int sbufTotalBytesPerPartition = ?;
  int psumBanks = 8;
  int psumBankBytes = 2048;
  int partitions = 128;
  bit psumHoldsBf16 = 0;
  bit psumHolds16BitTransposes = 0;
  bit hasFp8e4m3fn = 0;
  bit hasVectorFastModes = 0;       // 2 or 4 elements a cycle of 16 bits
  int matmulMaxK = 128;
  int matmulMaxM = 128;
  int matmulMaxN = 512;
  bit matmulInOneBank = 1;
  bit hasDoubleRow = 0;             // fp8 with two rows per partition
  int smallestTile = 64;            // rows or columns of a tile of the processing array
  int dmaEngines = 16;
  int dmaQueues = 16;
  int semaphores = 256;
  // Clocks in GHz; the sync engine runs at the scalar engine's.
  string tensorClock = ?;
  string vectorClock = ?;
  string scalarClock = ?;
  string gpsimdClock = ?;
  // Timing model (docs/Machine.md, section 6).
  int minimumInterval = 64;         // cycles
  int accessStart = 60;             // cycles, latency
  int dependentBubble = 100;        // cycles, latency
  int dynamicAddressFloor = 600;    // cycles
  int gpsimdStart = 150;            // cycles
  int fp32MatmulFactor = 4;
  string dmaFixedNanoseconds = ?;
  string dmaBytesPerNanosecond = ?; // per engine
  bit dmaAddsAtFullRate = 0;        // sums take no longer than copies
  int dmaDescriptorBytes = 256;     // what starting a contiguous run costs, as if bytes
  string semaphoreHopNanoseconds = "64.0";
  string tensorWarmUpNanoseconds = ?; // half rate until then; 0: none
  // Collectives: what a message costs on a link and on EFA, and the part of the
  // DMA engines' rate that one rank reaches (fitted: docs/Machine.md, section 6).
  string collectiveHopNanoseconds = "1500.0";
  string efaHopNanoseconds = "15000.0";
  string collectiveEfficiency = "0.16";
}

// Chips and the links between them (docs/Machine.md, section 1). Records of a
// target stand in the order of their sizes.
class Instance<string instanceName, Target machine> {
  string name = instanceName;
  Target target = machine;
  int chips = 1;                    // of a group: a torus, or what a switch joins
  int groups = 1;
  int rows = 1;                     // of the torus
  int columns = 1;
  bit isSwitched = 0;
  string linkBytesPerNanosecond = "0.0";      // of a chip, all its links
  string groupLinkBytesPerNanosecond = "0.0"; // of a chip, to the other groups
  string efaBytesPerNanosecond = ?;           // of a group, to other instances
}

// -- Instructions ------------------------------------------------------------

class Instruction<string mnemonicText, int number, list<string> engineNames, Format f, list<Field> fieldList> {
  string mnemonic = mnemonicText;
  int opcode = number;
  list<string> engines = engineNames; // streams it may stand in
  Format format = f;
  list<Field> fields = fieldList;
  list<Target> targets = [];          // that have it; empty: all
  list<Check> checks = [];            // beside those of its operands
  bit rounds = 0;                     // a store may round: rounding, saturate and the optional rounding word
  bit isDma = 0;
  bit isCollective = 0;               // made with other cores; runs on a DMA queue
  bit extension = 0;                  // not in the public instruction set
  // Cost: cycles of the stream's engine, or nanoseconds for DMA; C++ over x and target.
  string interval = "1";
  string latency = "0";
  string summary = "";
  string semantics = "";
  string example = "";                // one line of assembly, for docs/ISA.md; a test assembles it
  // The engine's row accumulators: when they are read and written, and the
  // operand that says which lanes ("" none).
  string accumulatorReads = "";
  string accumulatorWrites = "";
  string accumulatorLanes = "x.destination";
}
