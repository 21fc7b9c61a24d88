/*===- Glia.h - The C interface of Glia
 * --------------------------------------===
 *
 * Compile a model, run a program, read what went wrong. Everything is behind
 * opaque handles; option structs carry their own size, so that a program built
 * against an older header goes on working. No function throws, prints or ends
 * the process. Handles may be used from one thread at a time.
 *
 *===------------------------------------------------------------------------===*/
#ifndef GLIA_C_GLIA_H
#define GLIA_C_GLIA_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define GLIA_EXPORT __attribute__((visibility("default")))

/* "0.1.0". */
GLIA_EXPORT const char *gliaVersion(void);

/* ---- Errors ---- */

/* What a call returns: the class of the first error, 0 if there was none. */
typedef enum GliaStatus {
  GLIA_OK = 0,
  GLIA_MALFORMED = 1,
  GLIA_INVALID = 2,
  GLIA_UNSUPPORTED = 3,
  GLIA_TRAP = 4,
  GLIA_EXHAUSTED = 5,
  GLIA_IO = 6,
  GLIA_SECURITY = 7,
  GLIA_INCOMPATIBLE = 8,
  GLIA_BUG = 9
} GliaStatus;

/* One error or warning. The strings live as long as the call of the callback.
 */
typedef struct GliaDiagnostic {
  size_t size;         /* sizeof(GliaDiagnostic) of the library */
  GliaStatus status;   /* GLIA_OK for a warning */
  const char *code;    /* "GLIA-E0123", "" for a warning */
  const char *message; /* one line, printable UTF-8 */
  size_t factCount;    /* node, op, attribute, engine, pc, ... */
  const char *const *factKeys;
  const char *const *factValues;
  const char *remedy; /* may be "" */
} GliaDiagnostic;
typedef void (*GliaDiagnosticCallback)(const GliaDiagnostic *diagnostic,
                                       void *userData);

/* Title and explanation of a code ("GLIA-E0123"); NULL for an unknown one. */
GLIA_EXPORT const char *gliaErrorTitle(const char *code);
GLIA_EXPORT const char *gliaErrorExplanation(const char *code);

/* ---- Compiling ---- */

typedef struct GliaCompileOptions {
  size_t size;        /* sizeof(GliaCompileOptions) of the caller */
  const char *target; /* NULL: "trn2" */
  int optimisation;   /* 0 to 3 */
  size_t dimensionCount;
  const char *const *dimensionNames;
  const int64_t *dimensionValues;
  uint64_t maxMemory; /* bytes, 0: no limit */
  GliaDiagnosticCallback onDiagnostic;
  void *userData;
} GliaCompileOptions;

/* Fills `options` with defaults and its size. */
GLIA_EXPORT void gliaCompileOptionsInit(GliaCompileOptions *options);
/* Compiles the ONNX file `model` into the program file `output`. On failure
 * no output file is left behind. */
GLIA_EXPORT GliaStatus gliaCompile(const char *model, const char *output,
                                   const GliaCompileOptions *options);

/* ---- Running ---- */

typedef struct GliaProgram GliaProgram;

typedef struct GliaRunOptions {
  size_t size;
  int check; /* trap on reads of what was never written, and on races */
  unsigned threads;
  uint64_t fuel;            /* output elements, 0: the default */
  uint64_t maxDeviceMemory; /* bytes, 0: the default */
  GliaDiagnosticCallback onDiagnostic;
  void *userData;
} GliaRunOptions;

GLIA_EXPORT void gliaRunOptionsInit(GliaRunOptions *options);

/* An input or output of a program; strings and shape live as long as it. */
typedef struct GliaTensorInfo {
  size_t size;
  const char *name;
  const char *elementType; /* "f32", "i64", ... */
  size_t rank;
  const int64_t *shape;
  uint64_t bytes; /* dense row-major, little-endian */
} GliaTensorInfo;

/* Loads and checks a program file. `*program` is NULL on failure. */
GLIA_EXPORT GliaStatus gliaProgramLoad(const char *path,
                                       const GliaRunOptions *options,
                                       GliaProgram **program);
GLIA_EXPORT void gliaProgramDestroy(GliaProgram *program);
GLIA_EXPORT size_t gliaProgramInputCount(const GliaProgram *program);
GLIA_EXPORT size_t gliaProgramOutputCount(const GliaProgram *program);
/* GLIA_INVALID for an index out of range. `info->size` is set by the caller. */
GLIA_EXPORT GliaStatus gliaProgramInput(const GliaProgram *program,
                                        size_t index, GliaTensorInfo *info);
GLIA_EXPORT GliaStatus gliaProgramOutput(const GliaProgram *program,
                                         size_t index, GliaTensorInfo *info);
/* One call of the program's entry on the simulated machine. Buffers in the
 * order of the bindings; a size that is not the binding's is GLIA_INVALID. */
GLIA_EXPORT GliaStatus gliaProgramRun(GliaProgram *program,
                                      const void *const *inputs,
                                      const uint64_t *inputBytes,
                                      void *const *outputs,
                                      const uint64_t *outputBytes,
                                      const GliaRunOptions *options);
/* States: tensors that stay on the machine from call to call, zero at first
 * unless the program says otherwise. */
GLIA_EXPORT size_t gliaProgramStateCount(const GliaProgram *program);
GLIA_EXPORT GliaStatus gliaProgramState(const GliaProgram *program,
                                        size_t index, GliaTensorInfo *info);
/* Copies a state out of or into the machine; `bytes` is its whole size. */
GLIA_EXPORT GliaStatus gliaProgramGetState(const GliaProgram *program,
                                           size_t index, void *buffer,
                                           uint64_t bytes,
                                           const GliaRunOptions *options);
GLIA_EXPORT GliaStatus gliaProgramSetState(GliaProgram *program, size_t index,
                                           const void *buffer, uint64_t bytes,
                                           const GliaRunOptions *options);
/* Time of the last run by the machine's timing model. */
GLIA_EXPORT uint64_t gliaProgramModelledNanoseconds(const GliaProgram *program);

#ifdef __cplusplus
}
#endif

#endif
