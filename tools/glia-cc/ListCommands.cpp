//===- ListCommands.cpp - glia-cc list-operators and explain --------------===//
//
// What Glia knows, printed: the importer's operators and the error codes.
//
//===----------------------------------------------------------------------===//
#include "Commands.h"
#include "glia/Support/Error.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace glia;

llvm::Expected<int> glia::listOperatorsCommand(const CommandLine &line) {
  std::vector<SupportedOperator> operators = listOperators();
  if (!line.json) {
    for (const SupportedOperator &entry : operators)
      llvm::outs() << llvm::formatv(
          "{0,-32} opset {1} to {2}\n",
          entry.domain.empty() ? entry.name.str()
                               : (entry.domain + "." + entry.name).str(),
          entry.sinceVersion, entry.lastVersion);
    llvm::outs() << "A later opset that leaves an operator as it is is read, "
                    "too.\n";
    return 0;
  }
  llvm::json::OStream json(llvm::outs(), 2);
  json.array([&] {
    for (const SupportedOperator &entry : operators)
      json.object([&] {
        json.attribute("domain", entry.domain);
        json.attribute("name", entry.name);
        json.attribute("since_version", entry.sinceVersion);
        json.attribute("last_version", entry.lastVersion);
      });
  });
  llvm::outs() << '\n';
  return 0;
}

llvm::Expected<int> glia::explainCommand(const CommandLine &line) {
  std::optional<ErrorCode> code = parseCode(line.file);
  if (!code)
    return makeError(std::move(
        GliaError(ErrorCode::E1800,
                  "`explain` expects a code such as GLIA-E5800, got `" +
                      escapeForMessage(line.file) + "`")
            .remedy("docs/Errors.md lists all codes")));
  const glia::ErrorInfo &info = getErrorInfo(*code);
  llvm::outs() << formatCode(*code) << ": " << info.title << " ("
               << name(info.errorClass) << ")\n\n"
               << info.explanation << '\n';
  return 0;
}
