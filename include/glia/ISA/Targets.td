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
