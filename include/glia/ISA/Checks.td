//===- Checks.td - Rules that several instructions share ------------------===//
//
// Each label has a test test/ISA/Checks/bad-<label>.s; a test asserts that
// none is without one. Functions are those of Predicates.h.
//
//===----------------------------------------------------------------------===//

// -- On one operand ----------------------------------------------------------

def InSbuf : OperandCheck<"in_sbuf", "o.space == Space::sbuf", "{name}: expects an operand in sbuf, got {0}", ["isa::name(o.space)"]>;
def InPsum : OperandCheck<"in_psum", "o.space == Space::psum", "{name}: expects an operand in psum, got {0}", ["isa::name(o.space)"]>;
def InOneBank : OperandCheck<"psum_bank", "!target.matmulInOneBank || isInOneBank(o, target)",
  "{name}: expects bytes of one PSUM bank of {0} bytes, got {1} to {2}", ["target.psumBankBytes", "lowestByte(o)", "highestByte(o)"]>;
def NoWideInteger : OperandCheck<"wide_integer", "bitWidth(o.type) < 64 || x.engine == Engine::gpsimd",
  "{name}: expects {0} on gpsimd only", ["glia::name(o.type)"]>;
def MatmulType : OperandCheck<"matmul_type", "isMatmulType(o.type, target)",
  "{name}: expects a float type that the Tensor engine reads on {0}, got {1}", ["target.name", "glia::name(o.type)"]>;
def NoPsumOnGpsimd : OperandCheck<"gpsimd_psum", "x.engine != Engine::gpsimd || o.space != Space::psum",
  "{name}: expects an operand in sbuf, since gpsimd has no psum">;
def TargetType : OperandCheck<"target_type", "o.type != ElementType::f8e4m3fn || target.hasFp8e4m3fn",
  "{name}: expects an element type of {0}, got {1}", ["target.name", "glia::name(o.type)"]>;
def ScalarPartitions : OperandCheck<"scalar_partitions", "!o.isPointer || isAllowedStart(o.startPartition, x.source.partitions)",
  "{name}: expects {0} values to start at partition {1}, got {2}",
  ["unsigned(x.source.partitions)", "allowedStarts(x.source.partitions)", "unsigned(o.startPartition)"]>;

// -- Elementwise -------------------------------------------------------------

class SameShape<string a, string b> : Check<"elementwise_shape", "isSameShape(x." # a # ", x." # b # ")",
  a # " and " # b # ": expects equal partitions and elements per partition, got {0} x {1} and {2} x {3}",
  ["unsigned(x." # a # ".partitions)", "x." # a # ".elementsPerPartition()", "unsigned(x." # b # ".partitions)",
   "x." # b # ".elementsPerPartition()"]>;
def DestinationAndSource : SameShape<"destination", "source">;
def DestinationAndLeft : SameShape<"destination", "left">;
def DestinationAndRight : SameShape<"destination", "right">;
def DestinationAndPredicate : SameShape<"destination", "predicate">;

class SameType<string label, string a, string b> : Check<label, "x." # a # ".type == x." # b # ".type",
  a # " and " # b # ": expects one element type, got {0} and {1}", ["glia::name(x." # a # ".type)", "glia::name(x." # b # ".type)"]>;

class FitsType<string value> : Check<"memset_value", "bitWidth(x.destination.type) == 64 || (x." # value # " >> bitWidth(x.destination.type)) == 0",
  value # ": expects {0} bits, got {1}", ["bitWidth(x.destination.type)", "x." # value]>;

// -- DMA ---------------------------------------------------------------------

def DmaSignals : Check<"dma_signal", "isSignalInRange(x.signalBase, x.signalMask)",
  "expects signalled semaphores up to 255, got base {0} and mask {1}", ["unsigned(x.signalBase)", "unsigned(x.signalMask)"]>;
def DmaElements : Check<"dma_elements", "elements(x.destination) == elements(x.source)",
  "expects equal element counts on both sides, got {0} and {1}", ["elements(x.destination)", "elements(x.source)"]>;
def DmaCore : OperandCheck<"dma_core", "o == selfCore || o < target.coresPerChip", "{name}: expects a core below {0}, got {1}", ["target.coresPerChip", "o"]>;
