//===- glia-as.cpp - The assembler's command line -------------------------===//
//
// CLI11 throws; nothing it throws leaves this file.
//
//===----------------------------------------------------------------------===//

#include "glia/Object/Object.h"
#include "glia/Support/Error.h"
#include "glia/Support/FileRoles.h"
#include "glia/Support/InputFile.h"
#include "glia/Support/Limits.h"
#include "glia/Support/StandardStreams.h"
#include "llvm/Support/raw_ostream.h"
#include <CLI/CLI.hpp>

using namespace glia;

static llvm::Error run(const std::string &input, const std::string &output,
                       bool check) {
  if (llvm::Error error =
          checkFileRoles({{"PROGRAM.s", input}}, {{"--output", output}}))
    return error;
  llvm::Expected<InputFile> file = InputFile::open(input);
  if (!file)
    return file.takeError();
  llvm::Expected<std::vector<uint8_t>> text = file->readAll(limits::gib);
  if (!text)
    return text.takeError();
  llvm::StringRef view(reinterpret_cast<const char *>(text->data()),
                       text->size());
  llvm::Expected<AssembledObject> object = assemble(view, input);
  if (!object)
    return object.takeError();
  std::vector<std::string> warnings;
  if (check)
    if (llvm::Error error = validateProgram(object->image, &warnings))
      return error;
  for (const std::string &warning : warnings)
    llvm::errs() << "warning: " << warning << '\n';
  llvm::Expected<ObjectWriter> writer =
      ObjectWriter::create(output, object->image);
  if (!writer)
    return writer.takeError();
  for (const std::vector<uint8_t> &bytes : object->weights)
    if (llvm::Error error = writer->appendWeights(bytes))
      return error;
  return writer->finish();
}

static int guardedMain(int argc, char **argv) {
  CLI::App app("The assembler of Glia: text to an object file.");
  app.name("glia-as");
  app.footer("Example:\n  glia-as relu.s -o relu.glia && glia-run relu.glia\n\n"
             "One directive, label or instruction a line; `;` and `//` begin a "
             "comment. docs/ISA.md lists the instructions.\n"
             "  .target trn2 | .producer \"text\" | .hbm BYTES | .cores 0 0\n"
             "  .input|.output|.state \"x\" f32 [1, 4] at BYTES\n"
             "  .constant \"w\" at BYTES, then .bytes HEX | .zero BYTES | "
             ".f32|.i32|.i64|.u8 VALUES\n"
             "  .node \"path\" \"operator\" \"name\" | .program | "
             ".tensor|.vector|.scalar|.gpsimd|.sync | .at NODE|none\n"
             "  .entry \"main\" program=0 vector=LABEL dim \"n\"=4");
  std::string input, output;
  bool noValidate = false;
  app.add_option("PROGRAM.s", input, "assembly text")->required();
  app.add_option("-o,--output", output, "object file to write")->required();
  app.add_flag("--no-validate", noValidate,
               "write programs that break rules of the machine, for tests");
  app.set_version_flag("--version", "glia-as " GLIA_VERSION);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError &error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  if (llvm::Error error = run(input, output, !noValidate))
    return reportErrors(std::move(error), llvm::errs());
  return 0;
}

int main(int argc, char **argv) {
  prepareStandardStreams();
  int status = 0;
  try {
    status = guardedMain(argc, argv);
  } catch (const std::exception &error) {
    status =
        reportErrors(makeError(ErrorCode::E9800, error.what()), llvm::errs());
  } catch (...) {
    status = reportErrors(makeError(ErrorCode::E9800, "an unknown exception"),
                          llvm::errs());
  }
  return finishStandardStreams(status);
}
