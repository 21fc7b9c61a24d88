//===- Machine.h - The simulated cores, loaded with an object -------------===//
//
// The reference hardware: it executes an object bit-exactly and, apart from
// that, says how long the machine would take. Shares no code with the compiler
// above the instruction tables.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_INTERPRETER_MACHINE_H
#define GLIA_INTERPRETER_MACHINE_H

#include "glia/Object/Object.h"
#include "glia/Support/Limits.h"
#include "glia/Support/Numerics.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <string>

namespace glia {

struct MachineOptions {
  bool check = false;      // poison, races, uninitialised accumulation
  bool timingOnly = false; // no data: the timing model alone
  bool trace = false;      // keep what writeTrace prints
  bool profile = false;    // keep what profile() tells
  unsigned threads = 1;
  uint32_t roundingSeed = 0;    // of stochastic rounding
  uint64_t fuel = limits::fuel; // output elements of all cores, per run
  uint64_t maxDeviceMemory = limits::deviceMemoryBytes;
  numerics::SimdLevel simd = numerics::bestSimdLevel();
};

struct Profile;

/// What one run did, in the modelled time.
struct Counters {
  struct Engine {
    double activeNs = 0;
    uint64_t instructions = 0;
    /// By what was waited for: an engine or DMA queue that signals, what the
    /// engine wrote itself (dependency), a port, the array's start (warm_up).
    std::map<std::string, double> stallNs;
  };
  double timeNs = 0, mfu = 0;
  uint64_t macs = 0;
  std::array<Engine, numEngines>
      engines; // tensor, vector, scalar, gpsimd, sync
  double dmaActiveNs = 0;
  /// What transfers waited: for the queue's earlier ones, for DMA engines, and
  /// for their share of HBM. Transfers overlap, so these may exceed timeNs.
  double dmaQueueNs = 0, dmaEnginesNs = 0, dmaMemoryNs = 0;
  uint64_t collectiveBytes = 0;
  double collectiveExposedNs = 0, collectiveHiddenNs = 0;
  /// Branches, trip counts and semaphore values that depend on data which the
  /// run did not have, so that a hint or the maximum was taken.
  uint64_t assumedDecisions = 0;
  uint64_t dmaBytes = 0, hbmReadBytes = 0, hbmWriteBytes = 0;
  double hostSeconds = 0;
  uint64_t fuelUsed = 0; // output elements, as the values' run counts them
  std::vector<std::string> warnings; // Machine::warnings()
  /// Of each core. What stands above is the slowest core's time, and the sum
  /// over cores of all else; mfu is of the peak of all cores.
  std::vector<Counters> cores;

  /// The keys of docs/Commands.md.
  void writeJson(llvm::raw_ostream &os) const;
};

class Machine {
public:
  /// Errors: E1400, E2400, E4401, and the loader's.
  static llvm::Expected<std::unique_ptr<Machine>>
  create(std::shared_ptr<const Object> object,
         const MachineOptions &options = {});
  /// From an image that is in no file; `readWeights` gives bytes of a constant.
  using WeightReader = std::function<llvm::Error(
      size_t constant, uint64_t offset, llvm::MutableArrayRef<uint8_t> bytes)>;
  static llvm::Expected<std::unique_ptr<Machine>>
  createFromImage(ObjectImage image, WeightReader readWeights,
                  const MachineOptions &options = {});
  ~Machine();

  const ObjectImage &image() const;
  /// Null if there is none of that name.
  const Binding *findBinding(llvm::StringRef name, BindingKind kind) const;

  /// Dense row-major bytes of the binding's whole tensor, which is split or
  /// copied over the cores. Errors: E1401, E1402.
  llvm::Error setInput(llvm::StringRef name, llvm::ArrayRef<uint8_t> bytes);
  /// Runs an entry ("" = the first); each call that ends moves the step counter
  /// of stochastic rounding on by one. Errors: E1403, traps, E4400.
  llvm::Error run(llvm::StringRef entry = "");
  /// Of the last run, joined from the cores' parts; valid until the next run or
  /// call for the same output. Errors: E1401.
  llvm::Expected<llvm::ArrayRef<uint8_t>> output(llvm::StringRef name) const;

  /// A state in its ONNX shape. States keep their values between runs. Errors:
  /// E1404 for no such state or another number of bytes.
  llvm::Error setState(llvm::StringRef name, llvm::ArrayRef<uint8_t> bytes);
  llvm::Expected<std::vector<uint8_t>> getState(llvm::StringRef name) const;
  /// The calls that have ended: stochastic rounding depends on it.
  uint32_t step() const;
  void setStep(uint32_t step);
  /// Replaces the fuel of the options for the runs to come.
  void setFuel(uint64_t fuel);

  /// Of the last run.
  const Counters &counters() const;
  /// Of the last run, with options.check: values outside of the ranges that
  /// hardware's activation functions are good for, a line an instruction.
  std::vector<std::string> warnings() const;
  /// Chrome's JSON trace format, which Perfetto opens; needs options.trace.
  void writeTrace(llvm::raw_ostream &os) const;
  /// Where the last run's time went (glia/Interpreter/Profile.h); needs
  /// options.profile.
  Profile profile() const;

private:
  struct State;
  explicit Machine(std::unique_ptr<State> state);
  std::unique_ptr<State> state;
};

} // namespace glia

#endif
