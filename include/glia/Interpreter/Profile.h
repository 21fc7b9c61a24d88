//===- Profile.h - Where the modelled time of a run goes ------------------===//
//
// The report of docs/Machine.md, section 7, by ONNX node: what the timing model
// booked while it ran, put down to the nodes by the debug map.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_INTERPRETER_PROFILE_H
#define GLIA_INTERPRETER_PROFILE_H

#include "glia/ISA/Instructions.h"
#include "glia/Interpreter/Machine.h"
#include "llvm/Support/JSON.h"

namespace glia {

/// Finds what is stored to and loaded from HBM without being an input, an
/// output, a state or a constant.
class SpillCounter {
public:
  explicit SpillCounter(const ObjectImage &image);
  /// Bytes of such values that the instruction moves, both ways.
  uint64_t bytesOf(const isa::Instruction &instruction) const;

private:
  void add(uint64_t offset, uint64_t bytes);
  bool isNamed(uint64_t offset) const;
  std::map<uint64_t, uint64_t> ends; // of the named ranges, by offset
};

/// One past the last byte of a partition that the operand touches.
uint64_t endOf(const isa::OnChipOperand &operand);

/// Of one node or operator type, or of all. Over all cores.
struct ProfileWork {
  /// The part of the modelled time that is put down to it: an instant belongs
  /// in equal parts to the nodes that engines compute for; where no engine
  /// computes, to those that transfers run for. Of several cores, the mean.
  double timeNs = 0;
  std::array<double, numEngines> engineNs{}; // active
  double transferNs = 0;                     // the sum of its transfers
  /// At the peak of their operands' types.
  double macsNs = 0;
  double transposeNs = 0; // of Tensor's active time
  uint64_t macs = 0, instructions = 0, transfers = 0, transposes = 0;
  uint64_t hbmReadBytes = 0, hbmWriteBytes = 0, spillBytes = 0;

  void add(const ProfileWork &other);
};

struct Profile {
  struct Node : ProfileWork {
    NodeReference node; // empty: instructions of no node
    uint32_t number = DebugEntry::noNode;
  };
  struct OperatorType : ProfileWork {
    std::string name;
    unsigned nodes = 0;
  };
  struct Queue {
    uint64_t transfers = 0, bytes = 0;
    double activeNs = 0;
  };

  std::string target;
  Counters counters;
  ProfileWork total;
  /// Time in which no engine computes: `transferOnlyNs`, transfers run; else
  /// everything waits for a latency. Of several cores, the mean.
  double transferOnlyNs = 0, idleNs = 0;
  /// Model FLOPs at the peak of their types over the time (counters.mfu), the
  /// same with the transposes on Tensor, and HBM bytes over what the cores'
  /// share of HBM moves in the time.
  double hfu = 0, mbu = 0;
  /// What must move at least: every input, output, state and constant once.
  uint64_t inputBytes = 0, outputBytes = 0, stateBytes = 0, constantBytes = 0;
  uint64_t sbufPeakBytesPerPartition = 0, psumPeakBanks = 0;
  /// Bytes a nanosecond that one core gets from and to HBM at best: of the DMA
  /// engines and its share of HBM the smaller one.
  double dmaRoof = 0;
  std::array<Queue, 16> queues{}; // of all cores
  std::vector<Node> nodes;                 // longest first
  std::vector<OperatorType> operatorTypes; // longest first

  uint64_t hbmBytes() const { return total.hbmReadBytes + total.hbmWriteBytes; }
  uint64_t compulsoryBytes() const {
    return inputBytes + outputBytes + stateBytes + constantBytes;
  }
  /// HBM bytes over compulsory bytes; 0 if nothing must move.
  double trafficRatio() const;
  /// Of Tensor's active time.
  double transposeShare() const;

  /// What would bound the work if everything overlapped: "macs", an engine,
  /// "hbm", or "-" for nothing at all; and how long it takes alone.
  std::pair<llvm::StringRef, double> roofline(const ProfileWork &work) const;

  /// The keys of docs/Commands.md, as the members of one JSON object.
  void writeJson(llvm::json::OStream &json) const;
  /// For people; the `top` longest nodes.
  void print(llvm::raw_ostream &os, unsigned top) const;
};

/// A line for each program, with a head line.
void printProfileTable(
    llvm::raw_ostream &os,
    llvm::ArrayRef<std::pair<std::string, const Profile *>> programs);

} // namespace glia

#endif
