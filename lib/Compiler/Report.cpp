//===- Report.cpp - What a compilation did, as JSON -----------------------===//
//
// Numbers come from the session's own record; nothing is computed here.
//
//===----------------------------------------------------------------------===//
#include "glia/Compiler/Report.h"
#include "glia/Compiler/Version.h"
#include "llvm/Support/JSON.h"

using namespace glia;

std::string glia::formatReport(const Session &session) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::OStream json(os, 2);
  const CompileReport &report = session.report();
  const CompileOptions &options = session.options();
  json.object([&] {
    json.attribute("glia_version", version());
    json.attribute("target", options.target);
    json.attributeObject("flags", [&] {
      json.attribute("optlevel", options.optimisation);
      json.attribute("auto_cast", options.autoCast);
      json.attribute("auto_cast_type", options.autoCastType);
      for (auto &[name, value] : options.import.dims)
        json.attribute("dim:" + name, value);
    });
    json.attributeArray("phases", [&] {
      for (const CompileReport::PhaseTime &phase : report.phases)
        json.object([&] {
          json.attribute("name", phase.name);
          json.attribute("seconds", phase.seconds);
        });
    });
    json.attribute("peak_rss_bytes", peakResidentBytes());
    json.attribute("weight_bytes", report.weightBytes);
    // Of the program, which --emit does not make.
    auto ofProgram = [&](llvm::StringRef key, uint64_t value) {
      if (report.hasProgram)
        json.attribute(key, value);
      else
        json.attribute(key, nullptr);
    };
    ofProgram("constants_resident_bytes", report.constantsResidentBytes);
    json.attribute("nodes", report.nodes);
    if (report.hasProgram)
      json.attributeObject("instructions", [&] {
        for (auto &[engine, count] : report.instructions)
          json.attribute(engine, count);
      });
    else
      json.attribute("instructions", nullptr);
    ofProgram("sbuf_peak_bytes_per_partition",
              report.sbufPeakBytesPerPartition);
    ofProgram("psum_peak_banks", report.psumPeakBanks);
    ofProgram("hbm_bytes_planned", report.hbmBytesPlanned);
    ofProgram("spill_bytes", report.spillBytes);
    ofProgram("transposes", report.transposes);
    json.attributeArray("casts", [&] {
      for (const CompileReport::Cast &cast : report.casts)
        json.object([&] {
          json.attribute("number", cast.number);
          json.attribute("node", cast.node.path);
          json.attribute("operator", cast.node.opType);
          json.attribute("name", cast.node.name);
          json.attribute("from", cast.from);
          json.attribute("to", cast.to);
          json.attribute("why", cast.why);
        });
    });
    json.attributeArray("collectives", [&] {
      for (const CompileReport::Collective &collective : report.collectives)
        json.object([&] {
          json.attribute("kind", collective.kind);
          json.attribute("bytes", collective.bytes);
          json.attribute("group", collective.group);
          json.attribute("cores", collective.cores);
          json.attribute("node", collective.node.path);
          json.attribute("operator", collective.node.opType);
          json.attribute("name", collective.node.name);
          json.attribute("count", collective.count);
        });
    });
    ofProgram("modelled_ns", report.modelledNanoseconds);
  });
  os << '\n';
  return text;
}
