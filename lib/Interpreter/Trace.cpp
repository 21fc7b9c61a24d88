//===- Trace.cpp - Counters and traces as JSON ----------------------------===//
//
// The trace is Chrome's JSON format: one process, a thread per engine and per
// DMA queue, microseconds. Names go through the JSON writer, so no model can
// put markup into it.
//
//===----------------------------------------------------------------------===//
#include "Timing.h"
#include "glia/Support/Error.h"
#include "llvm/Support/JSON.h"

namespace glia {

void Counters::writeJson(llvm::raw_ostream &os) const {
  llvm::json::OStream json(os, /*IndentSize=*/2);
  json.object([&] {
    json.attribute("time_ns", timeNs);
    json.attribute("mfu", mfu);
    json.attribute("macs", macs);
    json.attributeObject("engines", [&] {
      for (auto [number, engine] : llvm::enumerate(engines))
        json.attributeObject(isa::name(static_cast<isa::Engine>(number)), [&] {
          json.attribute("active_ns", engine.activeNs);
          json.attribute("instructions", engine.instructions);
          json.attributeObject("stall_ns", [&] {
            for (const auto &[cause, ns] : engine.stallNs)
              json.attribute(cause, ns);
          });
        });
    });
    json.attribute("dma_active_ns", dmaActiveNs);
    json.attribute("dma_bytes", dmaBytes);
    json.attribute("hbm_read_bytes", hbmReadBytes);
    json.attribute("hbm_write_bytes", hbmWriteBytes);
    json.attributeObject("collectives", [&] {
      json.attribute("bytes", 0);
      json.attribute("exposed_ns", 0);
      json.attribute("hidden_ns", 0);
    });
    json.attribute("host_seconds", hostSeconds);
  });
  os << '\n';
}

namespace interpreter {

static void writeTrackName(llvm::json::OStream &json, unsigned track) {
  std::string title = track < numEngines
                          ? isa::name(static_cast<isa::Engine>(track)).str()
                          : "dma queue " + std::to_string(track - numEngines);
  json.object([&] {
    json.attribute("name", "thread_name");
    json.attribute("ph", "M");
    json.attribute("pid", 0);
    json.attribute("tid", track);
    json.attributeObject("args", [&] { json.attribute("name", title); });
  });
}

void writeTraceJson(llvm::raw_ostream &os, const ObjectImage &image,
                    uint32_t program, llvm::ArrayRef<TraceEvent> events) {
  llvm::json::OStream json(os);
  json.object([&] {
    json.attribute("displayTimeUnit", "ns");
    json.attributeArray("traceEvents", [&] {
      std::array<bool, 256> named{};
      for (const TraceEvent &event : events) {
        if (!std::exchange(named[event.track], true))
          writeTrackName(json, event.track);
        const NodeReference *node =
            image.findNode(program, event.engine, event.pc);
        json.object([&] {
          json.attribute("name", isa::mnemonic(event.opcode));
          json.attribute("ph", "X");
          json.attribute("pid", 0);
          json.attribute("tid", event.track);
          json.attribute("ts", event.start / 1000);
          json.attribute("dur", event.duration / 1000);
          json.attributeObject("args", [&] {
            json.attribute("pc", event.pc);
            if (node) {
              json.attribute("node", escapeForMessage(node->path));
              json.attribute("operator", escapeForMessage(node->opType));
              json.attribute("name", escapeForMessage(node->name));
            }
          });
        });
      }
    });
  });
  os << '\n';
}

} // namespace interpreter
} // namespace glia
