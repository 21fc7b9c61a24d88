//===- ProfileReport.cpp - A profile for people and for programs ----------===//
//
// Text and JSON of one profile, and the table over several programs. The keys
// are those of docs/Commands.md.
//
//===----------------------------------------------------------------------===//
#include "glia/ISA/Enums.h"
#include "glia/Interpreter/Profile.h"
#include "glia/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"

using namespace glia;

void ProfileWork::add(const ProfileWork &other) {
  timeNs += other.timeNs;
  for (auto [into, from] : llvm::zip(engineNs, other.engineNs))
    into += from;
  transferNs += other.transferNs;
  macsNs += other.macsNs;
  transposeNs += other.transposeNs;
  macs += other.macs;
  instructions += other.instructions;
  transfers += other.transfers;
  transposes += other.transposes;
  hbmReadBytes += other.hbmReadBytes;
  hbmWriteBytes += other.hbmWriteBytes;
  spillBytes += other.spillBytes;
}

double Profile::trafficRatio() const {
  uint64_t least = compulsoryBytes();
  return least ? double(hbmBytes()) / double(least) : 0;
}

double Profile::transposeShare() const {
  double tensor = total.engineNs[0];
  return tensor > 0 ? total.transposeNs / tensor : 0;
}

std::pair<llvm::StringRef, double>
Profile::roofline(const ProfileWork &work) const {
  std::pair<llvm::StringRef, double> bound("-", 0);
  auto consider = [&](llvm::StringRef name, double ns) {
    if (ns > bound.second)
      bound = {name, ns};
  };
  // Tensor's own work beside the multiply-adds is loading and transposing.
  consider("macs", work.macsNs);
  consider("hbm", double(work.hbmReadBytes + work.hbmWriteBytes) / dmaRoof);
  for (unsigned engine = 1; engine < numEngines; ++engine)
    consider(isa::name(static_cast<isa::Engine>(engine)),
             work.engineNs[engine]);
  return bound;
}

static void writeWork(llvm::json::OStream &json, const Profile &profile,
                      const ProfileWork &work) {
  json.attribute("time_ns", work.timeNs);
  json.attributeObject("engines_active_ns", [&] {
    for (auto [number, ns] : llvm::enumerate(work.engineNs))
      json.attribute(isa::name(static_cast<isa::Engine>(number)), ns);
  });
  json.attribute("transfers_ns", work.transferNs);
  json.attribute("instructions", work.instructions);
  json.attribute("transfers", work.transfers);
  json.attribute("macs", work.macs);
  json.attribute("macs_ns", work.macsNs);
  json.attribute("transposes", work.transposes);
  json.attribute("hbm_read_bytes", work.hbmReadBytes);
  json.attribute("hbm_write_bytes", work.hbmWriteBytes);
  json.attribute("spill_bytes", work.spillBytes);
  auto [bound, ns] = profile.roofline(work);
  json.attribute("bound", bound);
  json.attribute("bound_ns", ns);
}

static void writeEngines(llvm::json::OStream &json, const Counters &counters) {
  double coreNs = counters.timeNs * double(counters.cores.size());
  for (auto [number, engine] : llvm::enumerate(counters.engines))
    json.attributeObject(isa::name(static_cast<isa::Engine>(number)), [&] {
      json.attribute("active_ns", engine.activeNs);
      json.attribute("utilisation", coreNs > 0 ? engine.activeNs / coreNs : 0);
      json.attribute("instructions", engine.instructions);
      json.attributeObject("stall_ns", [&] {
        for (const auto &[cause, ns] : engine.stallNs)
          json.attribute(cause, ns);
      });
    });
}

static void writeDma(llvm::json::OStream &json, const Profile &profile) {
  const Counters &counters = profile.counters;
  double coreNs = counters.timeNs * double(counters.cores.size());
  json.attribute("active_ns", counters.dmaActiveNs);
  json.attribute("utilisation", coreNs > 0 ? counters.dmaActiveNs / coreNs : 0);
  json.attribute("bytes", counters.dmaBytes);
  json.attributeObject("stall_ns", [&] {
    json.attribute("queue", counters.dmaQueueNs);
    json.attribute("engines", counters.dmaEnginesNs);
    json.attribute("hbm", counters.dmaMemoryNs);
  });
  json.attributeArray("queues", [&] {
    for (auto [number, queue] : llvm::enumerate(profile.queues))
      if (queue.transfers)
        json.object([&] {
          json.attribute("queue", int64_t(number));
          json.attribute("transfers", queue.transfers);
          json.attribute("bytes", queue.bytes);
          json.attribute("active_ns", queue.activeNs);
        });
  });
}

static void writeMemory(llvm::json::OStream &json, const Profile &profile) {
  json.attribute("read_bytes", profile.total.hbmReadBytes);
  json.attribute("write_bytes", profile.total.hbmWriteBytes);
  json.attributeObject("compulsory_bytes", [&] {
    json.attribute("inputs", profile.inputBytes);
    json.attribute("outputs", profile.outputBytes);
    json.attribute("states", profile.stateBytes);
    json.attribute("constants", profile.constantBytes);
    json.attribute("total", profile.compulsoryBytes());
  });
  json.attribute("ratio", profile.trafficRatio());
  json.attribute("spill_bytes", profile.total.spillBytes);
}

void Profile::writeJson(llvm::json::OStream &json) const {
  json.attribute("target", target);
  json.attribute("cores", int64_t(counters.cores.size()));
  json.attribute("time_ns", counters.timeNs);
  json.attribute("mfu", counters.mfu);
  json.attribute("hfu", hfu);
  json.attribute("mbu", mbu);
  json.attribute("macs", counters.macs);
  json.attribute("transfer_only_ns", transferOnlyNs);
  json.attribute("idle_ns", idleNs);
  json.attributeObject("engines", [&] { writeEngines(json, counters); });
  json.attributeObject("dma", [&] { writeDma(json, *this); });
  json.attributeObject("hbm", [&] { writeMemory(json, *this); });
  json.attributeObject("transposes", [&] {
    json.attribute("count", total.transposes);
    json.attribute("active_ns", total.transposeNs);
    json.attribute("share", transposeShare());
  });
  json.attributeObject("collectives", [&] {
    json.attribute("bytes", counters.collectiveBytes);
    json.attribute("exposed_ns", counters.collectiveExposedNs);
    json.attribute("hidden_ns", counters.collectiveHiddenNs);
  });
  json.attribute("sbuf_peak_bytes_per_partition", sbufPeakBytesPerPartition);
  json.attribute("psum_peak_banks", psumPeakBanks);
  json.attribute("assumed_decisions", counters.assumedDecisions);
  json.attributeArray("operators", [&] {
    for (const OperatorType &type : operatorTypes)
      json.object([&] {
        json.attribute("operator", escapeForMessage(type.name));
        json.attribute("nodes", type.nodes);
        writeWork(json, *this, type);
      });
  });
  json.attributeArray("nodes", [&] {
    for (const Node &each : nodes)
      json.object([&] {
        json.attribute("node", escapeForMessage(each.node.path));
        json.attribute("operator", escapeForMessage(each.node.opType));
        json.attribute("name", escapeForMessage(each.node.name));
        writeWork(json, *this, each);
      });
  });
}

/// "12.3 MB"; decimal, as bandwidths are.
static std::string sizeText(uint64_t bytes) {
  if (bytes < 10000)
    return std::to_string(bytes) + " B";
  double value = double(bytes) / 1e3;
  const char *unit = "kB";
  for (const char *next : {"MB", "GB"})
    if (value >= 1000) {
      value /= 1e3;
      unit = next;
    }
  return llvm::formatv("{0:f1} {1}", value, unit);
}

static std::string timeText(double ns) {
  if (ns < 1e4)
    return llvm::formatv("{0:f0} ns", ns);
  if (ns < 1e7)
    return llvm::formatv("{0:f1} us", ns / 1e3);
  return llvm::formatv("{0:f2} ms", ns / 1e6);
}

static std::string percent(double part, double whole) {
  return llvm::formatv("{0:f1} %", whole > 0 ? 100 * part / whole : 0.0);
}

static void printEngines(llvm::raw_ostream &os, const Profile &profile) {
  const Counters &counters = profile.counters;
  double coreNs = counters.timeNs * double(counters.cores.size());
  os << "engine    active  instructions  stalls, of the time\n";
  for (auto [number, engine] : llvm::enumerate(counters.engines)) {
    os << llvm::formatv("{0,-7} {1,8} {2,13} ",
                        isa::name(static_cast<isa::Engine>(number)),
                        percent(engine.activeNs, coreNs), engine.instructions);
    std::vector<std::pair<std::string, double>> stalls(engine.stallNs.begin(),
                                                       engine.stallNs.end());
    llvm::sort(stalls, [](const auto &a, const auto &b) {
      return std::tie(b.second, a.first) < std::tie(a.second, b.first);
    });
    for (const auto &[cause, ns] : stalls)
      os << ' ' << cause << ' ' << percent(ns, coreNs);
    os << '\n';
  }
  os << llvm::formatv(
      "dma     {0,8}               transfers waited for their queue {1}, for "
      "DMA engines {2}, for HBM {3}\n",
      percent(counters.dmaActiveNs, coreNs), timeText(counters.dmaQueueNs),
      timeText(counters.dmaEnginesNs), timeText(counters.dmaMemoryNs));
  for (auto [number, queue] : llvm::enumerate(profile.queues))
    if (queue.transfers)
      os << llvm::formatv("  queue {0,-2} {1,8} {2,10} transfers, {3}\n",
                          number, percent(queue.activeNs, coreNs),
                          queue.transfers, sizeText(queue.bytes));
}

static void printWork(llvm::raw_ostream &os, const Profile &profile,
                      const ProfileWork &work) {
  os << llvm::formatv(
      "{0,8} {1,10} {2,8} {3,10} {4,10} {5,10} {6,6}",
      percent(work.timeNs, profile.counters.timeNs), timeText(work.timeNs),
      work.instructions + work.transfers, timeText(work.engineNs[0]),
      sizeText(work.hbmReadBytes + work.hbmWriteBytes),
      sizeText(work.spillBytes), profile.roofline(work).first);
}

static constexpr char workHead[] =
    "    time            instr.     tensor  HBM bytes    spilled  bound";

void Profile::print(llvm::raw_ostream &os, unsigned top) const {
  os << llvm::formatv("modelled time {0} on {1} {2} core{3}: MFU {4}, HFU {5}, "
                      "MBU {6}\n",
                      timeText(counters.timeNs), counters.cores.size(), target,
                      counters.cores.size() == 1 ? "" : "s",
                      percent(counters.mfu, 1), percent(hfu, 1),
                      percent(mbu, 1));
  os << llvm::formatv(
      "no engine computes in {0} of it: in {1} transfers run, in {2} all "
      "waits\n",
      percent(transferOnlyNs + idleNs, counters.timeNs),
      percent(transferOnlyNs, counters.timeNs),
      percent(idleNs, counters.timeNs));
  printEngines(os, *this);
  os << llvm::formatv(
      "HBM: read {0}, written {1}; compulsory {2} (inputs {3}, outputs {4}, "
      "states {5}, constants {6}): x{7:f2}\n",
      sizeText(total.hbmReadBytes), sizeText(total.hbmWriteBytes),
      sizeText(compulsoryBytes()), sizeText(inputBytes), sizeText(outputBytes),
      sizeText(stateBytes), sizeText(constantBytes), trafficRatio());
  os << "spills: " << sizeText(total.spillBytes) << '\n';
  os << llvm::formatv("transposes: {0}, {1} of Tensor's active time\n",
                      total.transposes, percent(transposeShare(), 1));
  os << llvm::formatv("on chip: {0} bytes a partition of SBUF, {1} PSUM "
                      "banks\n",
                      sbufPeakBytesPerPartition, psumPeakBanks);
  if (counters.collectiveBytes)
    os << llvm::formatv("collectives: {0}, {1} exposed, {2} hidden\n",
                        sizeText(counters.collectiveBytes),
                        timeText(counters.collectiveExposedNs),
                        timeText(counters.collectiveHiddenNs));
  if (counters.assumedDecisions)
    os << counters.assumedDecisions
       << " decisions depend on data and took a hint\n";
  os << "\nby operator" << std::string(9, ' ') << "nodes" << workHead << '\n';
  for (const OperatorType &type : operatorTypes) {
    os << llvm::formatv("{0,-19} {1,5}",
                        type.name.empty() ? "(no node)"
                                          : escapeForMessage(type.name),
                        type.nodes);
    printWork(os, *this, type);
    os << '\n';
  }
  os << llvm::formatv("\nby node ({0} of {1})\n",
                      std::min<size_t>(top, nodes.size()), nodes.size());
  os << std::string(25, ' ') << workHead << '\n';
  for (const Node &each : llvm::ArrayRef(nodes).take_front(top)) {
    os << llvm::formatv("{0,-8} {1,-16}", escapeForMessage(each.node.path),
                        each.node.opType.empty()
                            ? "(no node)"
                            : escapeForMessage(each.node.opType));
    printWork(os, *this, each);
    os << "  " << escapeForMessage(each.node.name) << '\n';
  }
}

void glia::printProfileTable(
    llvm::raw_ostream &os,
    llvm::ArrayRef<std::pair<std::string, const Profile *>> programs) {
  size_t width = 8;
  for (const auto &[name, profile] : programs)
    width = std::max(width, name.size());
  auto row = [&](auto... columns) {
    os << llvm::formatv("{0} {1,10} {2,7} {3,7} {4,7} {5,10} {6,10} {7,7} "
                        "{8,10} {9,10} {10,10}\n",
                        columns...);
  };
  auto padded = [&](std::string name) {
    name.resize(width, ' ');
    return name;
  };
  row(padded("model"), "time", "MFU", "HFU", "MBU", "HBM bytes", "compulsory",
      "ratio", "spilled", "transposes", "of Tensor");
  for (const auto &[name, profile] : programs)
    row(padded(name), timeText(profile->counters.timeNs),
        percent(profile->counters.mfu, 1), percent(profile->hfu, 1),
        percent(profile->mbu, 1), sizeText(profile->hbmBytes()),
        sizeText(profile->compulsoryBytes()),
        llvm::formatv("x{0:f2}", profile->trafficRatio()).str(),
        sizeText(profile->total.spillBytes), profile->total.transposes,
        percent(profile->transposeShare(), 1));
}
