/* A C program on libglia: compiles a model, runs it, and provokes errors.
 * usage: roundtrip MODEL.onnx OUTPUT.glia DIMENSION VALUE */
#include "glia-c/Glia.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char lastCode[16];
static void remember(const GliaDiagnostic *diagnostic, void *userData) {
  snprintf(lastCode, sizeof lastCode, "%s", diagnostic->code);
  if (userData)
    printf("%s %s\n", diagnostic->code, diagnostic->message);
}

#define EXPECT(condition)                                                      \
  do {                                                                         \
    if (!(condition)) {                                                        \
      printf("line %d: expects %s, last code %s\n", __LINE__, #condition,      \
             lastCode);                                                        \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

static void compile(const char *model, const char *output, const char *name,
                    int64_t value) {
  GliaCompileOptions options;
  gliaCompileOptionsInit(&options);
  EXPECT(options.size == sizeof options);
  options.onDiagnostic = remember;
  EXPECT(gliaCompile("no-such-file.onnx", output, &options) == GLIA_IO);
  EXPECT(strcmp(lastCode, "GLIA-E5800") == 0);
  EXPECT(gliaCompile(NULL, output, &options) == GLIA_INVALID);
  EXPECT(strcmp(lastCode, "GLIA-E1802") == 0);
  options.dimensionCount = 1;
  options.dimensionNames = &name;
  options.dimensionValues = &value;
  /* A shorter struct, as an older program has it, keeps the defaults. */
  EXPECT(gliaCompile(model, output, &options) == GLIA_OK);
}

static void run(const char *file) {
  GliaRunOptions options;
  gliaRunOptionsInit(&options);
  options.onDiagnostic = remember;
  options.check = 1;
  GliaProgram *program = NULL;
  EXPECT(gliaProgramLoad("no-such-file.glia", &options, &program) == GLIA_IO);
  EXPECT(program == NULL);
  EXPECT(gliaProgramLoad(file, &options, &program) == GLIA_OK);
  size_t inputCount = gliaProgramInputCount(program),
         outputCount = gliaProgramOutputCount(program);
  GliaTensorInfo info;
  info.size = sizeof info;
  EXPECT(inputCount >= 1 && inputCount <= 8);
  EXPECT(outputCount >= 1 && outputCount <= 8);
  const void *inputs[8];
  void *outputs[8];
  uint64_t inputBytes[8], outputBytes[8];
  for (size_t i = 0; i < inputCount; ++i) {
    info.size = sizeof info;
    EXPECT(gliaProgramInput(program, i, &info) == GLIA_OK);
    inputs[i] = calloc(1, info.bytes);
    inputBytes[i] = info.bytes;
  }
  for (size_t i = 0; i < outputCount; ++i) {
    info.size = sizeof info;
    EXPECT(gliaProgramOutput(program, i, &info) == GLIA_OK);
    outputs[i] = calloc(1, info.bytes);
    outputBytes[i] = info.bytes;
  }
  info.size = sizeof info;
  EXPECT(gliaProgramInput(program, inputCount, &info) == GLIA_INVALID);
  EXPECT(gliaProgramRun(program, inputs, inputBytes, outputs, outputBytes, &options) == GLIA_OK);
  EXPECT(gliaProgramModelledNanoseconds(program) > 0);
  /* Without states; test/EndToEnd/decode.py and silero.py read some. */
  EXPECT(gliaProgramStateCount(program) == 0);
  EXPECT(gliaProgramState(program, 0, &info) == GLIA_INVALID);
  EXPECT(gliaProgramGetState(program, 0, outputs[0], 4, &options) == GLIA_INVALID);
  EXPECT(strcmp(lastCode, "GLIA-E1802") == 0);
  EXPECT(gliaProgramSetState(NULL, 0, outputs[0], 4, &options) == GLIA_INVALID);
  /* B14: wrong sizes and missing buffers; B27: no program, no place for one, an
   * older program's shorter struct. */
  inputBytes[0] += 1;
  EXPECT(gliaProgramRun(program, inputs, inputBytes, outputs, outputBytes, &options) == GLIA_INVALID);
  inputBytes[0] -= 1;
  EXPECT(gliaProgramRun(program, NULL, inputBytes, outputs, outputBytes, &options) == GLIA_INVALID);
  EXPECT(gliaProgramRun(program, inputs, NULL, outputs, outputBytes, &options) == GLIA_INVALID);
  void *output = outputs[0];
  outputs[0] = NULL;
  EXPECT(gliaProgramRun(program, inputs, inputBytes, outputs, outputBytes, &options) == GLIA_INVALID);
  outputs[0] = output;
  EXPECT(gliaProgramRun(NULL, inputs, inputBytes, outputs, outputBytes, &options) == GLIA_INVALID);
  EXPECT(gliaProgramLoad(file, &options, NULL) == GLIA_INVALID);
  EXPECT(gliaProgramInputCount(NULL) == 0);
  info.size = sizeof info.size + sizeof info.name;
  info.rank = 77;
  EXPECT(gliaProgramInput(program, 0, &info) == GLIA_OK);
  EXPECT(info.size == sizeof info.size + sizeof info.name && info.rank == 77);
  EXPECT(gliaProgramRun(program, inputs, inputBytes, outputs, outputBytes, &options) == GLIA_OK);
  gliaProgramDestroy(program);
  gliaProgramDestroy(NULL);
}

int main(int argc, char **argv) {
  EXPECT(argc == 5);
  EXPECT(strcmp(gliaVersion(), "0.1.0") == 0);
  EXPECT(gliaErrorTitle("GLIA-E5800") != NULL);
  EXPECT(gliaErrorExplanation("GLIA-E0999") == NULL);
  compile(argv[1], argv[2], argv[3], atoll(argv[4]));
  run(argv[2]);
  puts("ok");
  return 0;
}
