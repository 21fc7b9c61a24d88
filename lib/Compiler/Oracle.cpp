//===- Oracle.cpp - The reference that verify asks ------------------------===//
//
// The script is python/reference.py, embedded at build time, so an installed
// glia-cc needs no file beside it. The Python is GLIA_PYTHON, else the
// environment that the set-up made.
//
//===----------------------------------------------------------------------===//
#include "Oracle.h"
#include "glia/Support/Error.h"
#include "glia/Support/Npz.h"
#include "glia/Support/OutputFile.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"

using namespace glia;

static constexpr char referenceScript[] =
#include "ReferenceScript.inc"
    ;

static GliaError noReference(const std::string &why) {
  return std::move(GliaError(ErrorCode::E5803, why)
                       .remedy("set GLIA_PYTHON to a Python with onnxruntime, "
                               "or give --expected"));
}

static std::string pythonPath() {
  if (std::optional<std::string> python =
          llvm::sys::Process::GetEnv("GLIA_PYTHON"))
    return *python;
  return GLIA_DEFAULT_PYTHON;
}

static std::string readText(llvm::StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  return buffer ? (*buffer)->getBuffer().trim().str() : std::string();
}

/// Member "node:17" is a node's value, any other an output.
static OracleAnswer sortAnswer(NamedTensors members) {
  OracleAnswer answer;
  for (auto &[name, tensor] : members) {
    llvm::StringRef path(name);
    if (path.consume_front("node:"))
      answer.nodes.emplace_back(path.str(), std::move(tensor));
    else
      answer.outputs.emplace_back(name, std::move(tensor));
  }
  return answer;
}

llvm::Expected<OracleAnswer> glia::askOracle(llvm::StringRef model,
                                             const NamedTensors &inputs,
                                             bool everyNode) {
  llvm::SmallString<128> folder;
  if (std::error_code error =
          llvm::sys::fs::createUniqueDirectory("glia-verify", folder))
    return makeError(ErrorCode::E5801,
                     "cannot make a temporary folder: " + error.message());
  llvm::scope_exit cleanup([&] { llvm::sys::fs::remove_directories(folder); });
  auto file = [&](llvm::StringRef name) { return (folder + "/" + name).str(); };
  std::string script = file("reference.py"), in = file("in.npz"),
              out = file("out.npz"), said = file("said"),
              failed = file("failed");
  if (llvm::Error error = writeFile(script, llvm::StringRef(referenceScript)))
    return std::move(error);
  if (llvm::Error error = writeNpz(in, inputs))
    return std::move(error);
  std::string python = pythonPath(), message, modelPath = model.str();
  llvm::SmallVector<llvm::StringRef> arguments = {
      python, script, modelPath, "--inputs", in, "--outputs", out};
  if (everyNode)
    arguments.push_back("--every-node");
  std::optional<llvm::StringRef> redirects[] = {
      llvm::StringRef(""), llvm::StringRef(said), llvm::StringRef(failed)};
  int status = llvm::sys::ExecuteAndWait(python, arguments, std::nullopt,
                                         redirects, 0, 0, &message);
  if (status != 0) {
    llvm::StringRef last = llvm::StringRef(message);
    std::string text = readText(failed);
    if (!text.empty())
      last = llvm::StringRef(text).rsplit('\n').second.empty()
                 ? llvm::StringRef(text)
                 : llvm::StringRef(text).rsplit('\n').second;
    std::string reason = last.empty()
                             ? "it ended with status " +
                                   std::to_string(status) + " and said nothing"
                             : escapeForMessage(last);
    return makeError(
        noReference("the reference could not run the model: " + reason)
            .with("python", python));
  }
  llvm::Expected<NamedTensors> members = readNpz(out);
  if (!members)
    return members.takeError();
  OracleAnswer answer = sortAnswer(std::move(*members));
  std::string text = readText(said);
  llvm::Expected<llvm::json::Value> json = llvm::json::parse(text);
  if (!json || !json->getAsObject() ||
      !json->getAsObject()->getString("oracle")) {
    llvm::consumeError(json.takeError());
    return makeError(noReference("the reference did not say what it is"));
  }
  answer.oracle = json->getAsObject()->getString("oracle")->str();
  return answer;
}
