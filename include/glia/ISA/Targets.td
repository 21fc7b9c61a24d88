//===- Targets.td - The machines: one data record each --------------------===//
//
// Figures of docs/Machine.md, section 1. Adding a target touches this file.
//
//===----------------------------------------------------------------------===//

def Trn1 : Target<"trn1"> {
  let core = "NeuronCore-v2";
  let coresPerChip = 2;
  let hbmBytes = 34359738368;
  let hbmBytesPerNanosecond = "820.0";
  let sbufBytesPerPartition = 180224;
  let sbufTotalBytesPerPartition = 196608;
  let tensorClock = "2.8";
  let vectorClock = "1.12";
  let scalarClock = "1.4";
  let gpsimdClock = "1.4";
  let dmaFixedNanoseconds = "1300.0";
  let dmaBytesPerNanosecond = "17.0";
  let tensorWarmUpNanoseconds = "0.0";
}

def Trn2 : Target<"trn2"> {
  let core = "NeuronCore-v3";
  let coresPerChip = 8;
  let hbmBytes = 103079215104;
  let hbmBytesPerNanosecond = "2900.0";
  let sbufBytesPerPartition = 212984;
  let sbufTotalBytesPerPartition = 229376;
  let psumHolds16BitTransposes = 1;
  let hasDoubleRow = 1;
  let smallestTile = 32;
  let hasVectorFastModes = 1;
  let tensorClock = "2.4";
  let vectorClock = "0.96";
  let scalarClock = "1.2";
  let gpsimdClock = "1.2";
  let dmaFixedNanoseconds = "1300.0";
  let dmaBytesPerNanosecond = "23.0";
  let tensorWarmUpNanoseconds = "3000.0";
}

def Trn3 : Target<"trn3"> {
  let core = "NeuronCore-v4";
  let coresPerChip = 8;
  let hbmBytes = 154618822656;
  let hbmBytesPerNanosecond = "4900.0";
  let sbufBytesPerPartition = 245752;
  let sbufTotalBytesPerPartition = 262144;
  let psumHoldsBf16 = 1;
  let psumHolds16BitTransposes = 1;
  let hasDoubleRow = 1;
  let smallestTile = 32;
  let hasVectorFastModes = 1;
  let hasFp8e4m3fn = 1;
  let dmaAddsAtFullRate = 1;
  let matmulMaxN = 4096;
  let matmulInOneBank = 0;
  let tensorClock = "2.4";
  let vectorClock = "1.2";
  let scalarClock = "1.2";
  let gpsimdClock = "1.2";
  let dmaFixedNanoseconds = "1300.0";
  let dmaBytesPerNanosecond = "33.0";
  let tensorWarmUpNanoseconds = "3000.0";
}

// -- Instances ---------------------------------------------------------------

def : Instance<"trn1.2xlarge", Trn1> { let efaBytesPerNanosecond = "3.125"; }
class Torus<string name, Target machine> : Instance<name, machine> {
  let chips = 16;
  let rows = 4;
  let columns = 4;
}
def : Torus<"trn1.32xlarge", Trn1> { let linkBytesPerNanosecond = "384.0"; let efaBytesPerNanosecond = "100.0"; }
def : Torus<"trn1n.32xlarge", Trn1> { let linkBytesPerNanosecond = "768.0"; let efaBytesPerNanosecond = "200.0"; }

def : Instance<"trn2.3xlarge", Trn2> { let efaBytesPerNanosecond = "25.0"; }
def : Torus<"trn2.48xlarge", Trn2> { let linkBytesPerNanosecond = "1024.0"; let efaBytesPerNanosecond = "400.0"; }
def : Torus<"trn2 UltraServer", Trn2> {
  let groups = 4;
  let linkBytesPerNanosecond = "1024.0";
  let groupLinkBytesPerNanosecond = "256.0";
  let efaBytesPerNanosecond = "400.0";
}

class Switched<string name, int chipCount, string efa> : Instance<name, Trn3> {
  let chips = chipCount;
  let isSwitched = 1;
  let linkBytesPerNanosecond = "2199.0";
  let efaBytesPerNanosecond = efa;
}
def : Switched<"trn3 Gen1 UltraServer", 64, "1600.0">;
def : Switched<"trn3 Gen2 UltraServer", 144, "3600.0">;
