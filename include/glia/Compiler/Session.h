//===- Session.h - One compilation from file to file ----------------------===//
//
// A session owns the MLIR context, the module and the constants of one
// compilation and takes them through the phases. It can be entered at an
// ONNX model or at any phase's IR, and left at any phase or with the object.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_COMPILER_SESSION_H
#define GLIA_COMPILER_SESSION_H

#include "glia/Compiler/CompileOptions.h"
#include "glia/Object/Object.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include <functional>

namespace glia {

/// What `--report` writes (docs/Commands.md).
struct CompileReport {
  struct PhaseTime {
    std::string name;
    double seconds;
  };
  std::vector<PhaseTime> phases;
  uint64_t nodes = 0, weightBytes = 0;
  uint64_t sbufPeakBytesPerPartition = 0, psumPeakBanks = 0,
           hbmBytesPlanned = 0;
  uint64_t constantsResidentBytes = 0, spillBytes = 0, transposes = 0;
  std::vector<std::pair<std::string, uint64_t>> instructions; // by engine
  /// Equal collectives of one ONNX node, in the order of the program.
  struct Collective {
    std::string kind;
    uint64_t bytes = 0; // of the larger operand of one core
    uint32_t group = 0; // set of replica groups
    uint64_t cores = 0; // in a group of it
    NodeReference node; // empty if none is known
    uint64_t count = 0;
  };
  std::vector<Collective> collectives;
  /// What phase `cast` rounds, in the order of the ops.
  struct Cast {
    int64_t number = 0;
    NodeReference node; // empty if none is known
    std::string from, to, why;
  };
  std::vector<Cast> casts;
  uint64_t modelledNanoseconds = 0;
  /// Whether the program was made and described; without it (--emit) the
  /// figures of a program are not known and reported as null.
  bool hasProgram = false;
};

class Session {
public:
  /// Told of each phase as it ends, and of each warning.
  struct Listener {
    std::function<void(llvm::StringRef phase, double seconds)> phaseDone;
    std::function<void(llvm::StringRef text)> warning;
  };

  explicit Session(CompileOptions options, Listener listener = {});
  ~Session();

  /// From an ONNX model to phase `graph`.
  llvm::Error importModel(llvm::StringRef path);
  /// From IR written by `--emit`; its weights are those of the options'
  /// `constantsModel`.
  llvm::Error resume(llvm::StringRef path);
  /// importModel or resume, as the options say.
  llvm::Error open(llvm::StringRef path);
  /// From the current phase down to `to`, each one verified.
  llvm::Error lowerTo(Phase to);

  /// The module as text, with what `--from` needs to go on.
  llvm::Error writeModule(llvm::StringRef path, OutputGroup *group = nullptr);
  /// Lowers what is left and writes the object file.
  llvm::Error writeObject(llvm::StringRef path, OutputGroup *group = nullptr);
  llvm::Expected<std::vector<uint8_t>> writeObjectToMemory();

  /// After the object was written: its instructions, peaks and modelled time,
  /// for the report.
  llvm::Error describeProgram();

  /// Goes on from another module of an earlier or the same phase; the
  /// constants stay. For `verify`, which lowers one IR in several ways.
  void replaceModule(mlir::OwningOpRef<mlir::ModuleOp> module, Phase phase,
                     unsigned optimisation);
  void setOptimisation(unsigned level) { compileOptions.optimisation = level; }

  mlir::ModuleOp module() { return *imported.module; }
  ConstantStore &constants() { return *imported.constants; }
  const ImportResult &import() const { return imported; }
  Phase phase() const { return current; }
  const CompileOptions &options() const { return compileOptions; }
  const CompileReport &report() const { return compileReport; }

private:
  llvm::Error runPhase(Phase to);
  llvm::Error checkMemory(llvm::StringRef phase) const;
  llvm::Error finishObject(llvm::function_ref<llvm::Error()> emit);
  void addWarnings();

  CompileOptions compileOptions;
  Listener listener;
  mlir::MLIRContext context;
  ImportResult imported;
  Phase current = Phase::graph;
  CompileReport compileReport;
  std::string inputPath;
  size_t importedConstants = 0;
};

/// Peak resident bytes of this process so far.
uint64_t peakResidentBytes();

} // namespace glia

#endif
