//===- Operands.td - Field kinds, and the rules of operands ---------------===//

def AddressRegisterNumber : OperandCheck<"address_register", "o < 16 || o == noRegister5", "{name}: expects a0 to a15, got a{0}", ["unsigned(o)"]>;

// -- Plain numbers -----------------------------------------------------------

def Flag : FieldKind<"bool", 1> { let initial = "false"; let doc = "0 or 1"; }
def Unsigned2 : FieldKind<"uint8_t", 2> { let doc = "2-bit number"; }
def Unsigned3 : FieldKind<"uint8_t", 3> { let doc = "3-bit number"; }
def Unsigned8 : FieldKind<"uint8_t", 8> { let doc = "8-bit number"; }
def Mask5 : FieldKind<"uint8_t", 5> { let doc = "one bit per stream, Tensor first"; }
def Unsigned32 : FieldKind<"uint32_t", 32> { let doc = "32-bit number"; }
def Unsigned64 : FieldKind<"uint64_t", 64> { let doc = "64-bit number"; }
def Unsigned6 : FieldKind<"uint8_t", 6> { let doc = "6-bit number"; }
def Unsigned16 : FieldKind<"uint16_t", 16> { let doc = "16-bit number"; }
def Signed32 : FieldKind<"int32_t", 32> { let doc = "32-bit number with a sign"; }
def Signed64 : FieldKind<"int64_t", 64> { let doc = "64-bit number with a sign"; }
def CoreNumber : FieldKind<"uint32_t", 20> { let initial = "selfCore"; let none = 0xFFFFF; let doc = "a core, or this one (1048575)"; }
def ProgramCounter : FieldKind<"uint32_t", 32> { let isTarget = 1; let doc = "a pc of this stream, in words"; }
def Queue : FieldKind<"uint8_t", 4> { let doc = "DMA queue, 0 to 15"; }
def Semaphore : FieldKind<"uint8_t", 8> { let prefix = "s"; let doc = "semaphore, s0 to s255"; }
def Register : FieldKind<"uint8_t", 6> { let prefix = "r"; let doc = "32-bit register of the stream, r0 to r63"; }
def OptionalRegister : FieldKind<"uint8_t", 6> {
  let prefix = "r"; let initial = "63"; let none = 63; let doc = "register r0 to r62, or none (63)";
}
def AddressRegister : FieldKind<"uint8_t", 4> { let prefix = "a"; let doc = "64-bit address register, a0 to a15"; }

def OptionalAddressRegister : FieldKind<"uint8_t", 5> {
  let prefix = "a"; let initial = "31"; let none = 31; let doc = "address register a0 to a15, or none (31)";
  let checks = [AddressRegisterNumber];
}

// -- Enumerations ------------------------------------------------------------

def AluOperatorKind : EnumKind<AluOpTable, "bypass"> { let doc = "ALU operator"; }
def ComparisonKind : EnumKind<AluOpTable, "greater_equal"> { let doc = "comparison"; }
def ReduceOperatorKind : EnumKind<ReduceOpTable, "add"> { let doc = "reduction operator"; }
def PartitionReduceOperatorKind : EnumKind<PartitionReduceOpTable, "add"> { let doc = "reduction operator"; }
def BranchConditionKind : EnumKind<BranchConditionTable, "always"> { let doc = "condition"; }
def NibbleKind : EnumKind<NibbleTable, "i4"> { let doc = "type of four bits"; }
def MatmulTypeKind : EnumKind<MatmulTypeTable, "f32"> { let doc = "element type of a stationary matrix"; }
def AccumulatorCommandKind : EnumKind<AccumulatorCommandTable, "idle"> { let doc = "command to the accumulators"; }
def ActivationKind : EnumKind<ActivationFunctionTable, "copy"> { let doc = "activation function"; }

// -- Lanes -------------------------------------------------------------------

def LanePermutationKind : FieldKind<"LanePermutation", 256> {
  let initial = "{}";
  let doc = "32 bytes: the source lane of each lane, 255 to leave it";
}

// -- Operands ----------------------------------------------------------------

def OperandSpace : OperandCheck<"operand_space", "o.space != Space::hbm", "{name}: expects an operand in sbuf or psum, got hbm">;
def OperandType : OperandCheck<"operand_type", "bitWidth(o.type) >= 8",
  "{name}: expects elements of whole bytes, got {0}", ["glia::name(o.type)"]>;
def OperandRank : OperandCheck<"operand_rank", "o.rank >= 1 && o.rank <= 4", "{name}: expects 1 to 4 pairs, got {0}", ["unsigned(o.rank)"]>;
def OperandCount : OperandCheck<"operand_count", "allCountsPositive(o)", "{name}: expects a count of at least 1 in every pair">;
def OperandPartitions : OperandCheck<"operand_partitions", "o.partitions >= 1 && o.startPartition + o.partitions <= 128",
  "{name}: expects partitions inside 0 to 127, got {0} from {1} on", ["unsigned(o.partitions)", "unsigned(o.startPartition)"]>;
def OperandAlignment : OperandCheck<"operand_alignment", "o.byteOffset % elementBytes(o.type) == 0",
  "{name}: expects a byte offset that is a multiple of the element size {0}, got {1}", ["elementBytes(o.type)", "o.byteOffset"]>;
def OperandBounds : OperandCheck<"operand_bounds", "isInBounds(o, target)",
  "{name}: reaches bytes {0} to {1} of a partition that has {2}", ["lowestByte(o)", "highestByte(o)", "partitionBytes(o.space, target)"]>;
// More can only be asked for by strides of 0; a row is worked on as a whole.
def OperandSize : OperandCheck<"operand_size", "o.elementsPerPartition() <= (uint64_t(1) << 18)",
  "{name}: expects at most 2^18 elements per partition, got {0}", ["o.elementsPerPartition()"]>;
def WriteStride : OperandCheck<"write_stride", "hasNoZeroStride(o)", "{name}: expects strides other than 0 where it writes">;
def StartPartition : OperandCheck<"start_partition", "isAllowedStart(o.startPartition, o.partitions)",
  "{name}: expects {0} partitions to start at {1}, got {2}",
  ["unsigned(o.partitions)", "allowedStarts(o.partitions)", "unsigned(o.startPartition)"]>;

class OnChipKind<list<OperandCheck> more> : FieldKind<"OnChipOperand", 192> {
  let isOperand = 1;
  let initial = "{}";
  let checks = [OperandSpace, OperandType, OperandRank, OperandCount, OperandSize, OperandPartitions] # more # [OperandAlignment, OperandBounds];
}
def OnChip : OnChipKind<[StartPartition]> { let doc = "on-chip operand of an engine"; }
// A DMA may start at any partition.
def OnChipOfDma : OnChipKind<[]> { let doc = "on-chip operand of a DMA"; }

def HbmType : OperandCheck<"hbm_type", "bitWidth(o.type) >= 8", "{name}: expects elements of whole bytes, got {0}", ["glia::name(o.type)"]>;
def HbmRank : OperandCheck<"hbm_rank", "o.rank >= 1 && o.rank <= 5", "{name}: expects 1 to 5 pairs, got {0}", ["unsigned(o.rank)"]>;
def HbmCount : OperandCheck<"hbm_count", "allCountsPositive(o)", "{name}: expects a count of at least 1 in every pair">;
def HbmRegister : OperandCheck<"hbm_register", "o.baseRegister < 16 || o.baseRegister == noRegister5",
  "{name}: expects a base register a0 to a15, got a{0}", ["unsigned(o.baseRegister)"]>;
def HbmCore : OperandCheck<"hbm_core", "o.core == selfCore || o.core < target.coresPerChip",
  "{name}: expects a core below {0}, got {1}", ["target.coresPerChip", "o.core"]>;
def HbmAlignment : OperandCheck<"hbm_alignment", "isAligned(o)",
  "{name}: expects an offset and strides that are multiples of the element size {0}", ["elementBytes(o.type)"]>;
def HbmSize : OperandCheck<"hbm_size", "elements(o) <= (uint64_t(1) << 32)", "{name}: expects at most 2^32 elements">;
def HbmBounds : OperandCheck<"hbm_bounds", "isInBounds(o, target)", "{name}: reaches outside the HBM, which has {0} bytes", ["target.hbmBytes"]>;
def HbmWriteStride : OperandCheck<"hbm_write_stride", "hasNoZeroStride(o)", "{name}: expects strides other than 0 where it writes">;

def Hbm : FieldKind<"HbmOperand", 576> {
  let isOperand = 1;
  let initial = "{}";
  let doc = "HBM operand";
  let checks = [HbmType, HbmRank, HbmCount, HbmRegister, HbmCore, HbmAlignment, HbmSize, HbmBounds];
}

def ScalarPointerPartition : OperandCheck<"scalar_pointer", "isScalarInBounds(o, target)",
  "{name}: expects an aligned value inside a partition that has {0} bytes, got offset {1}",
  ["target.sbufBytesPerPartition", "o.bits"]>;
def Scalar : FieldKind<"ScalarOperand", 64> {
  let isOperand = 1;
  let initial = "{}";
  let doc = "an immediate, or one value per partition in SBUF";
  let checks = [ScalarPointerPartition];
}

// -- Shorthands for records --------------------------------------------------

class Reads<string name, string slot, string text, string choice, list<OperandCheck> rules = [], FieldKind kind = OnChip>
    : Field<name, kind, slot, text, choice, rules, "true">;
class Writes<string name, string slot, string text, string choice, list<OperandCheck> rules = [], FieldKind kind = OnChip>
    : Field<name, kind, slot, text, choice, [WriteStride] # rules, "", "true">;
class ReadsHbm<string name, string slot, string text, string choice> : Field<name, Hbm, slot, text, choice, [], "true">;
class WritesHbm<string name, string slot, string text, string choice> : Field<name, Hbm, slot, text, choice, [HbmWriteStride], "", "true">;
class ReadsScalar<string name, string slot, string text, string choice, list<OperandCheck> rules, string first = "">
    : Field<name, Scalar, slot, text, choice, rules, "x." # name # ".isPointer", "", first>;
class NamedScalar<string name, string slot, string text, string choice, list<OperandCheck> rules> : ReadsScalar<name, slot, text, choice, rules> { let named = 1; }
