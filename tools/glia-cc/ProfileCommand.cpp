//===- ProfileCommand.cpp - glia-cc profile -------------------------------===//
//
// Where the modelled time of programs goes, by ONNX node. A model is compiled
// first; only the timing model runs, so no weight is read and no input needed.
//
//===----------------------------------------------------------------------===//
#include "Commands.h"
#include "glia/Interpreter/Profile.h"
#include "glia/Support/Error.h"
#include "glia/Support/OutputFile.h"
#include "glia/Target/Target.h"
#include "llvm/Support/Path.h"

using namespace glia;

static llvm::Expected<ObjectImage> compileImage(const CommandLine &line,
                                                const std::string &file) {
  Session session(line.compile, makeListener(line));
  if (llvm::Error error = session.open(file))
    return std::move(error);
  if (llvm::Error error = session.lowerTo(Phase::isa))
    return std::move(error);
  return buildImage(session.module());
}

static llvm::Expected<std::unique_ptr<Machine>>
loadForProfile(const CommandLine &line, const std::string &file) {
  MachineOptions options = makeRunRequest(line.run).machine;
  options.timingOnly = options.profile = true;
  options.trace = !line.run.traceFile.empty();
  llvm::Expected<bool> isObject = startsAsObject(file);
  if (!isObject)
    return isObject.takeError();
  if (*isObject) {
    LoadOptions load;
    load.maxDeviceMemory = options.maxDeviceMemory;
    llvm::Expected<std::unique_ptr<Object>> object = Object::open(file, load);
    if (!object)
      return object.takeError();
    return Machine::create(std::move(*object), options);
  }
  llvm::Expected<ObjectImage> image = compileImage(line, file);
  if (!image)
    return image.takeError();
  auto noWeights = [](size_t, uint64_t, llvm::MutableArrayRef<uint8_t> bytes) {
    std::fill(bytes.begin(), bytes.end(), 0);
    return llvm::Error::success();
  };
  return Machine::createFromImage(std::move(*image), noWeights, options);
}

static std::string formatJson(llvm::ArrayRef<std::string> files,
                              llvm::ArrayRef<Profile> profiles) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::OStream json(os, 2);
  json.object([&] {
    json.attributeArray("models", [&] {
      for (auto [file, profile] : llvm::zip(files, profiles))
        json.object([&] {
          json.attribute("model",
                         escapeForMessage(llvm::sys::path::filename(file)));
          profile.writeJson(json);
        });
    });
  });
  os << '\n';
  return text;
}

llvm::Expected<int> glia::profileCommand(const CommandLine &line) {
  OutputGroup outputs;
  std::vector<Profile> profiles;
  for (const std::string &file : line.files) {
    llvm::Expected<std::unique_ptr<Machine>> machine =
        loadForProfile(line, file);
    if (!machine)
      return machine.takeError();
    if (llvm::Error error = (*machine)->run(line.entry))
      return std::move(error);
    profiles.push_back((*machine)->profile());
    if (line.run.traceFile.empty())
      continue;
    std::string trace;
    llvm::raw_string_ostream os(trace);
    (*machine)->writeTrace(os);
    if (llvm::Error error = writeFile(line.run.traceFile, trace, &outputs))
      return std::move(error);
  }
  if (profiles.size() == 1) {
    profiles.front().print(llvm::outs(), line.top);
  } else {
    std::vector<std::pair<std::string, const Profile *>> rows;
    for (auto [file, profile] : llvm::zip(line.files, profiles))
      rows.emplace_back(escapeForMessage(llvm::sys::path::stem(file)),
                        &profile);
    printProfileTable(llvm::outs(), rows);
  }
  if (!line.jsonFile.empty())
    if (llvm::Error error = writeFile(
            line.jsonFile, formatJson(line.files, profiles), &outputs))
      return std::move(error);
  if (llvm::Error error = outputs.commit())
    return std::move(error);
  return 0;
}
