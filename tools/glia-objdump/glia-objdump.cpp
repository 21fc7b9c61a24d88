//===- glia-objdump.cpp - Shows what is in an object file -----------------===//
//
// CLI11 throws; nothing it throws leaves this file.
//
//===----------------------------------------------------------------------===//

#include "glia/ISA/Enums.h"
#include "glia/Object/Object.h"
#include "glia/Support/Error.h"
#include "glia/Support/Limits.h"
#include "glia/Support/StandardStreams.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <CLI/CLI.hpp>

using namespace glia;

static void printHeaders(const Object &object, llvm::raw_ostream &os) {
  const ObjectImage &image = object.image();
  os << "format " << formatMajor << '.' << formatMinor << ", target "
     << image.target << ", producer " << escapeForMessage(image.producer)
     << "\n"
     << "content hash " << object.contentHash() << "\n"
     << object.fileBytes() << " bytes, HBM image " << image.hbmBytes
     << " bytes, " << image.coreToProgram.size() << " cores, "
     << image.programs.size() << " programs, " << image.nodes.size()
     << " nodes\n";
  if (object.isDebugMapDamaged())
    os << "the debug map is damaged and was left out\n";
  for (const Object::Section &section : object.sections())
    os << llvm::formatv("section {0,-24} offset {1,12} size {2,12}\n",
                        escapeForMessage(section.name), section.offset,
                        section.size);
  for (const Binding &binding : image.bindings) {
    os << name(binding.kind) << " " << escapeForMessage(binding.name) << " "
       << name(binding.type) << " [";
    llvm::interleaveComma(binding.shape, os);
    os << "] at " << binding.hbmOffset;
    if (!binding.shards.empty())
      os << ", split over " << binding.shards.size() << " cores";
    os << "\n";
  }
  if (!image.replicaGroups.empty())
    os << image.replicaGroups.size() << " sets of replica groups\n";
  os << image.constants.size() << " constants\n";
  for (const Entry &entry : image.entries)
    os << "entry " << escapeForMessage(entry.name) << " of program "
       << entry.program << "\n";
}

/// The part that each core holds; absent where all hold everything.
static void writeShards(const Binding &binding, llvm::json::OStream &json) {
  if (binding.shards.empty())
    return;
  json.attributeArray("part_shape", [&] {
    for (int64_t size : binding.partShape)
      json.value(size);
  });
  json.attributeArray("shards", [&] {
    for (const Shard &shard : binding.shards)
      json.object([&] {
        json.attribute("core", int64_t(shard.core));
        json.attributeArray("part", [&] {
          for (uint32_t part : shard.part)
            json.value(int64_t(part));
        });
      });
  });
}

/// Names as JSON text: any UTF-8 is escaped by the library.
static void printJson(const Object &object, llvm::raw_ostream &os) {
  const ObjectImage &image = object.image();
  llvm::json::OStream json(os, 2);
  json.object([&] {
    json.attribute(
        "format",
        (llvm::Twine(formatMajor) + "." + llvm::Twine(formatMinor)).str());
    json.attribute("target", image.target);
    json.attribute("producer", image.producer);
    json.attribute("content_hash", object.contentHash());
    json.attribute("file_bytes", int64_t(object.fileBytes()));
    json.attribute("hbm_bytes", int64_t(image.hbmBytes));
    json.attribute("debug_map_damaged", object.isDebugMapDamaged());
    json.attributeArray("cores", [&] {
      for (uint32_t program : image.coreToProgram)
        json.value(int64_t(program));
    });
    json.attributeArray("sections", [&] {
      for (const Object::Section &section : object.sections())
        json.object([&] {
          json.attribute("name", llvm::json::fixUTF8(section.name));
          json.attribute("offset", int64_t(section.offset));
          json.attribute("size", int64_t(section.size));
        });
    });
    json.attributeArray("bindings", [&] {
      for (const Binding &binding : image.bindings)
        json.object([&] {
          json.attribute("name", binding.name);
          json.attribute("kind", name(binding.kind));
          json.attribute("type", name(binding.type));
          json.attributeArray("shape", [&] {
            for (int64_t size : binding.shape)
              json.value(size);
          });
          json.attribute("hbm_offset", int64_t(binding.hbmOffset));
          json.attribute("bytes", int64_t(binding.bytes));
          writeShards(binding, json);
        });
    });
    json.attributeArray("replica_groups", [&] {
      for (const ReplicaGroups &set : image.replicaGroups)
        json.array([&] {
          for (const std::vector<uint32_t> &group : set.groups)
            json.array([&] {
              for (uint32_t rank : group)
                json.value(int64_t(rank));
            });
        });
    });
    json.attributeArray("constants", [&] {
      for (const ConstantSpan &constant : image.constants)
        json.object([&] {
          json.attribute("name", constant.name);
          json.attribute("hbm_offset", int64_t(constant.hbmOffset));
          json.attribute("bytes", int64_t(constant.bytes));
          json.attribute("initial", constant.isInitial);
          json.attributeArray("cores", [&] {
            for (uint32_t core : constant.cores)
              json.value(int64_t(core));
          });
        });
    });
    json.attributeArray("programs", [&] {
      for (const Program &program : image.programs)
        json.object([&] {
          for (unsigned engine = 0; engine < numEngines; ++engine)
            json.attribute((isa::name(isa::Engine(engine)) + "_bytes").str(),
                           int64_t(program.text[engine].size()));
        });
    });
    json.attributeArray("entries", [&] {
      for (const Entry &entry : image.entries)
        json.value(entry.name);
    });
    json.attribute("nodes", int64_t(image.nodes.size()));
  });
  os << "\n";
}

static llvm::Error run(const std::string &file, bool disassembly, bool headers,
                       bool validate, bool json, bool verifyChecksum) {
  LoadOptions options;
  options.validate = validate;
  options.verifyAll = validate;
  options.verifyChecksum = verifyChecksum;
  options.maxDeviceMemory = UINT64_MAX; // nothing is allocated
  llvm::Expected<std::unique_ptr<Object>> object = Object::open(file, options);
  if (!object)
    return object.takeError();
  for (const std::string &warning : (*object)->warnings())
    llvm::errs() << "warning: " << warning << '\n';
  if (headers)
    printHeaders(**object, llvm::outs());
  if (json)
    printJson(**object, llvm::outs());
  if (disassembly)
    return disassemble(**object, llvm::outs());
  if (validate)
    llvm::outs() << "ok\n";
  return llvm::Error::success();
}

static int guardedMain(int argc, char **argv) {
  CLI::App app("Shows what is in an object file.");
  app.name("glia-objdump");
  app.footer("Example:\n  glia-objdump -d model.glia > model.s && glia-as "
             "model.s -o again.glia && cmp model.glia again.glia");
  std::string file;
  bool disassembly = false, headers = false, validate = false, json = false,
       noVerifyChecksum = false;
  app.add_option("FILE.glia", file, "object file")->required();
  app.add_flag(
      "-d,--disassemble", disassembly,
      "all of it as assembly, which glia-as turns into the same bytes");
  app.add_flag("--headers", headers, "versions, sections, bindings, entries");
  app.add_flag("--validate", validate,
               "check every rule and every hash, and say ok");
  app.add_flag("--json", json, "tables as JSON");
  app.add_flag("--no-verify-checksum", noVerifyChecksum,
               "for tests of the checks behind the checksum")
      ->group("");
  app.set_version_flag("--version", "glia-objdump " GLIA_VERSION);
  try {
    app.parse(argc, argv);
    if (!disassembly && !headers && !validate && !json)
      throw CLI::RequiredError("one of -d, --headers, --validate, --json");
  } catch (const CLI::ParseError &error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  if (llvm::Error error =
          run(file, disassembly, headers, validate, json, !noVerifyChecksum))
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
