//===- Trace.cpp - Counters and traces as JSON ----------------------------===//
//
// The trace is Chrome's JSON format: a process per core, a thread per engine
// and per DMA queue, a counter per semaphore, an arrow from each signal to the
// wait that it ended, microseconds. Names go through the JSON writer, so no
// model can put markup into it.
//
//===----------------------------------------------------------------------===//
#include "Timing.h"
#include "glia/Support/Error.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/JSON.h"

namespace glia {

/// What a core and all of them together have alike.
static void writeNumbers(llvm::json::OStream &json, const Counters &counters) {
  json.attribute("time_ns", counters.timeNs);
  json.attribute("mfu", counters.mfu);
  json.attribute("macs", counters.macs);
  json.attributeObject("engines", [&] {
    for (auto [number, engine] : llvm::enumerate(counters.engines))
      json.attributeObject(isa::name(static_cast<isa::Engine>(number)), [&] {
        json.attribute("active_ns", engine.activeNs);
        json.attribute("instructions", engine.instructions);
        json.attributeObject("stall_ns", [&] {
          for (const auto &[cause, ns] : engine.stallNs)
            json.attribute(cause, ns);
        });
      });
  });
  json.attribute("dma_active_ns", counters.dmaActiveNs);
  json.attributeObject("dma_stall_ns", [&] {
    json.attribute("queue", counters.dmaQueueNs);
    json.attribute("engines", counters.dmaEnginesNs);
    json.attribute("hbm", counters.dmaMemoryNs);
  });
  json.attribute("dma_bytes", counters.dmaBytes);
  json.attribute("hbm_read_bytes", counters.hbmReadBytes);
  json.attribute("hbm_write_bytes", counters.hbmWriteBytes);
  json.attribute("assumed_decisions", counters.assumedDecisions);
  json.attributeObject("collectives", [&] {
    json.attribute("bytes", counters.collectiveBytes);
    json.attribute("exposed_ns", counters.collectiveExposedNs);
    json.attribute("hidden_ns", counters.collectiveHiddenNs);
  });
}

void Counters::writeJson(llvm::raw_ostream &os) const {
  llvm::json::OStream json(os, /*IndentSize=*/2);
  json.object([&] {
    writeNumbers(json, *this);
    json.attribute("host_seconds", hostSeconds);
    json.attributeArray("warnings", [&] {
      for (const std::string &line : warnings)
        json.value(line);
    });
    json.attributeArray("cores", [&] {
      for (const Counters &core : cores)
        json.object([&] { writeNumbers(json, core); });
    });
  });
  os << '\n';
}

namespace interpreter {

namespace {
/// Writes events of Chrome's format; times are in microseconds.
class TraceWriter {
public:
  TraceWriter(llvm::json::OStream &json, const ObjectImage &image,
              llvm::ArrayRef<uint32_t> programs,
              llvm::ArrayRef<TraceEvent> events)
      : json(json), image(image), programs(programs), events(events) {}
  void write();

private:
  void begin(llvm::StringRef name, llvm::StringRef phase,
             const TraceEvent &event, unsigned track, double time);
  void metadata(llvm::StringRef kind, unsigned core, unsigned track,
                llvm::StringRef title);
  void nameTrack(const TraceEvent &event);
  void slice(const TraceEvent &event);
  void place(const TraceEvent &event);
  void arrow(size_t number, const TraceEvent &wait);
  void semaphore(const TraceEvent &event);

  llvm::json::OStream &json;
  const ObjectImage &image;
  llvm::ArrayRef<uint32_t> programs;
  llvm::ArrayRef<TraceEvent> events;
  llvm::DenseMap<std::pair<unsigned, unsigned>, bool> named;
};
} // namespace

void TraceWriter::begin(llvm::StringRef name, llvm::StringRef phase,
                        const TraceEvent &event, unsigned track, double time) {
  json.attribute("name", name);
  json.attribute("ph", phase);
  json.attribute("pid", event.core);
  json.attribute("tid", track);
  json.attribute("ts", time / 1000);
}

void TraceWriter::metadata(llvm::StringRef kind, unsigned core, unsigned track,
                           llvm::StringRef title) {
  json.object([&] {
    json.attribute("name", kind);
    json.attribute("ph", "M");
    json.attribute("pid", core);
    json.attribute("tid", track);
    json.attributeObject("args", [&] { json.attribute("name", title); });
  });
}

void TraceWriter::nameTrack(const TraceEvent &event) {
  if (std::exchange(named[{event.core, event.track}], true))
    return;
  if (!std::exchange(named[{event.core, 255}], true))
    metadata("process_name", event.core, 0,
             "core " + std::to_string(event.core));
  metadata("thread_name", event.core, event.track,
           event.track < numEngines
               ? isa::name(static_cast<isa::Engine>(event.track)).str()
               : "dma queue " + std::to_string(event.track - numEngines));
}

/// The pc and the ONNX node.
void TraceWriter::place(const TraceEvent &event) {
  json.attribute("pc", event.pc);
  if (const NodeReference *node =
          image.findNode(programs[event.core], event.engine, event.pc)) {
    json.attribute("node", escapeForMessage(node->path));
    json.attribute("operator", escapeForMessage(node->opType));
    json.attribute("name", escapeForMessage(node->name));
  }
}

void TraceWriter::slice(const TraceEvent &event) {
  bool isWait = event.kind == TraceEvent::Kind::wait;
  json.object([&] {
    begin(isWait ? "wait" : isa::mnemonic(event.opcode), "X", event,
          event.track, event.start);
    json.attribute("cat", isWait ? "wait" : "instruction");
    json.attribute("dur", event.duration / 1000);
    json.attributeObject("args", [&] {
      if (isWait) {
        json.attribute("semaphore", "s" + std::to_string(event.number));
        json.attribute("value", event.value);
      }
      if (event.algorithm != isa::CollectiveAlgorithm::none)
        json.attribute("algorithm", isa::name(event.algorithm));
      place(event);
    });
  });
}

/// From the slice that signalled to the wait that it ended. An end of an arrow
/// belongs to the slice that it lies in.
void TraceWriter::arrow(size_t number, const TraceEvent &wait) {
  const TraceEvent &from = events[wait.signalledBy - 1];
  auto end = [&](llvm::StringRef phase, const TraceEvent &at) {
    json.object([&] {
      begin("signal", phase, at, at.track, at.start + at.duration / 2);
      json.attribute("cat", "semaphore");
      json.attribute("id", static_cast<int64_t>(number));
      if (phase == "f")
        json.attribute("bp", "e");
    });
  };
  end("s", from);
  end("f", wait);
}

void TraceWriter::semaphore(const TraceEvent &event) {
  json.object([&] {
    begin("s" + std::to_string(event.number), "C", event, 0, event.start);
    json.attributeObject("args", [&] { json.attribute("value", event.value); });
  });
}

void TraceWriter::write() {
  for (auto [number, event] : llvm::enumerate(events)) {
    if (event.kind == TraceEvent::Kind::semaphore) {
      semaphore(event);
      continue;
    }
    nameTrack(event);
    slice(event);
    if (event.signalledBy)
      arrow(number, event);
  }
}

void writeTraceJson(llvm::raw_ostream &os, const ObjectImage &image,
                    llvm::ArrayRef<uint32_t> programs,
                    llvm::ArrayRef<TraceEvent> events) {
  llvm::json::OStream json(os);
  json.object([&] {
    json.attribute("displayTimeUnit", "ns");
    json.attributeArray("traceEvents", [&] {
      TraceWriter(json, image, programs, events).write();
    });
  });
  os << '\n';
}

} // namespace interpreter
} // namespace glia
