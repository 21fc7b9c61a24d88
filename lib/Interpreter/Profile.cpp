//===- Profile.cpp - A profile from the slices of a run -------------------===//
//
// Each slice of the timing model is one instruction on an engine, or one
// transfer on a queue. What an instruction costs is looked up in the timing
// model's own records, so that the profile's sums are the counters.
//
//===----------------------------------------------------------------------===//
#include "ProfileBuilder.h"

namespace glia::interpreter {

namespace {
class Builder {
public:
  Builder(const ObjectImage &image, const isa::Target &target,
          llvm::ArrayRef<DecodedProgram> decoded,
          llvm::ArrayRef<std::optional<TimingProgram>> timing,
          llvm::ArrayRef<uint32_t> programs,
          llvm::ArrayRef<TraceEvent> events, const Counters &counters)
      : image(image), target(target), decoded(decoded), timing(timing),
        programs(programs), events(events) {
    profile.counters = counters;
  }
  Profile build();

private:
  /// Of one text, by the index of the instruction.
  struct Facts {
    std::vector<uint32_t> slot; // into profile.nodes
    std::vector<uint64_t> spillBytes;
  };
  using ProgramFacts = std::array<Facts, numEngines>;

  void addPeaks();
  void addCompulsory();
  uint32_t slotOf(uint32_t program, unsigned engine, uint32_t pc);
  const ProgramFacts &factsOf(uint32_t program);
  void addSlice(const TraceEvent &event);
  void addTime(unsigned core);
  void finish();

  const ObjectImage &image;
  const isa::Target &target;
  llvm::ArrayRef<DecodedProgram> decoded;
  llvm::ArrayRef<std::optional<TimingProgram>> timing;
  llvm::ArrayRef<uint32_t> programs;
  llvm::ArrayRef<TraceEvent> events;
  SpillCounter spills{image};
  std::map<uint32_t, uint32_t> slots; // by node
  std::map<uint32_t, ProgramFacts> facts;
  Profile profile;
};

/// Who runs at one instant.
class Running {
public:
  void change(uint32_t slot, int by) {
    auto *at = llvm::find_if(counts, [&](auto &c) { return c.first == slot; });
    if (at == counts.end())
      at = counts.insert(counts.end(), {slot, 0});
    at->second += by;
    if (at->second == 0)
      counts.erase(at);
  }
  bool none() const { return counts.empty(); }
  void share(double ns, std::vector<Profile::Node> &nodes) const {
    for (auto &[slot, count] : counts)
      nodes[slot].timeNs += ns / double(counts.size());
  }

private:
  llvm::SmallVector<std::pair<uint32_t, int>, 24> counts;
};
} // namespace

void Builder::addPeaks() {
  uint64_t psumEnd = 0;
  for (const DecodedProgram &program : decoded)
    for (const DecodedText &text : program.text)
      for (const DecodedInstruction &each : text.instructions)
        isa::forEachAccess(each.instruction, [&](isa::Access access) {
          if (!access.onChip)
            return;
          uint64_t &end = access.onChip->space == isa::Space::psum
                              ? psumEnd
                              : profile.sbufPeakBytesPerPartition;
          end = std::max(end, endOf(*access.onChip));
        });
  profile.psumPeakBanks =
      (psumEnd + target.psumBankBytes - 1) / target.psumBankBytes;
}

/// Of all cores: what several hold, each of them must load.
void Builder::addCompulsory() {
  for (uint32_t core = 0; core < programs.size(); ++core) {
    for (const Binding &binding : image.bindings)
      if (binding.isOn(core))
        (binding.kind == BindingKind::input    ? profile.inputBytes
         : binding.kind == BindingKind::output ? profile.outputBytes
                                               : profile.stateBytes) +=
            binding.bytes;
    for (const ConstantSpan &constant : image.constants)
      if (constant.isOn(core) && !constant.isInitial)
        profile.constantBytes += constant.bytes;
  }
}

uint32_t Builder::slotOf(uint32_t program, unsigned engine, uint32_t pc) {
  const NodeReference *node = image.findNode(program, engine, pc);
  uint32_t number = node ? uint32_t(node - image.nodes.data())
                         : uint32_t(DebugEntry::noNode);
  auto [at, isNew] =
      slots.try_emplace(number, uint32_t(profile.nodes.size()));
  if (isNew) {
    profile.nodes.emplace_back();
    profile.nodes.back().number = number;
    if (node)
      profile.nodes.back().node = *node;
  }
  return at->second;
}

const Builder::ProgramFacts &Builder::factsOf(uint32_t program) {
  auto [at, isNew] = facts.try_emplace(program);
  if (isNew)
    for (unsigned engine = 0; engine < numEngines; ++engine)
      for (const DecodedInstruction &each :
           decoded[program].text[engine].instructions) {
        at->second[engine].slot.push_back(slotOf(program, engine, each.pc));
        at->second[engine].spillBytes.push_back(
            spills.bytesOf(each.instruction));
      }
  return at->second;
}

static bool isTranspose(isa::Opcode opcode) {
  return opcode == isa::Opcode::transpose ||
         opcode == isa::Opcode::transpose32 ||
         opcode == isa::Opcode::dmaTransposeLoad ||
         opcode == isa::Opcode::dmaTransposeMove ||
         opcode == isa::Opcode::dmaTransposeStore;
}

void Builder::addSlice(const TraceEvent &event) {
  uint32_t program = programs[event.core];
  const Facts &facts = factsOf(program)[event.engine];
  uint32_t index = decoded[program].text[event.engine].indexOfPc[event.pc];
  const TimingText &text = timing[program]->text[event.engine];
  const TimingRecord &record = text.records[index];
  Profile::Node &node = profile.nodes[facts.slot[index]];
  node.transposes += isTranspose(event.opcode);
  if (event.track < numEngines) {
    ++node.instructions;
    node.engineNs[event.track] += event.duration;
    node.macs += record.macs;
    node.macsNs += record.peakNs;
    if (event.opcode == isa::Opcode::transpose)
      node.transposeNs += event.duration;
    return;
  }
  const TransferRecord &transfer = text.transfers[record.transfer];
  ++node.transfers;
  node.transferNs += event.duration;
  Profile::Queue &queue = profile.queues[event.track - numEngines];
  ++queue.transfers;
  queue.bytes += transfer.bytes;
  queue.activeNs += event.duration;
  if (record.kind == TimingRecord::Kind::collective)
    return; // its bytes go over the links
  node.hbmReadBytes += transfer.hbmReadBytes;
  node.hbmWriteBytes += transfer.hbmWriteBytes;
  node.spillBytes += facts.spillBytes[index];
}

/// Goes through the instants at which something starts or ends.
void Builder::addTime(unsigned core) {
  struct Edge {
    double time;
    uint32_t number, slot;
    bool isTransfer, isStart;
    bool operator<(const Edge &other) const {
      return std::tie(time, number) < std::tie(other.time, other.number);
    }
  };
  std::vector<Edge> edges;
  const ProgramFacts &facts = factsOf(programs[core]);
  const auto &text = decoded[programs[core]].text;
  for (const TraceEvent &event : events) {
    if (event.core != core || event.kind != TraceEvent::Kind::instruction)
      continue;
    uint32_t slot =
        facts[event.engine].slot[text[event.engine].indexOfPc[event.pc]];
    bool isTransfer = event.track >= numEngines;
    auto number = static_cast<uint32_t>(edges.size());
    edges.push_back({event.start, number, slot, isTransfer, true});
    edges.push_back({event.start + event.duration, number + 1, slot, isTransfer,
                     false});
  }
  llvm::sort(edges);
  Running engines, transfers;
  double now = 0, cores = double(programs.size());
  auto advance = [&](double to) {
    double ns = (to - now) / cores;
    if (!engines.none())
      engines.share(ns, profile.nodes);
    else if (!transfers.none()) {
      transfers.share(ns, profile.nodes);
      profile.transferOnlyNs += ns;
    } else
      profile.idleNs += ns;
    now = to;
  };
  for (const Edge &edge : edges) {
    advance(edge.time);
    (edge.isTransfer ? transfers : engines)
        .change(edge.slot, edge.isStart ? 1 : -1);
  }
  advance(std::max(now, profile.counters.timeNs));
}

void Builder::finish() {
  llvm::erase_if(profile.nodes, [](const Profile::Node &node) {
    return node.instructions + node.transfers == 0; // semaphores and the like
  });
  std::map<std::string, Profile::OperatorType> types;
  for (Profile::Node &node : profile.nodes) {
    profile.total.add(node);
    Profile::OperatorType &type = types[node.node.opType];
    type.name = node.node.opType;
    type.add(node);
    ++type.nodes;
  }
  for (auto &[name, type] : types)
    profile.operatorTypes.push_back(std::move(type));
  llvm::sort(profile.nodes, [](const auto &a, const auto &b) {
    return std::tie(b.timeNs, a.number) < std::tie(a.timeNs, b.number);
  });
  llvm::sort(profile.operatorTypes, [](const auto &a, const auto &b) {
    return std::tie(b.timeNs, a.name) < std::tie(a.timeNs, b.name);
  });
  double share = target.hbmBytesPerNanosecond / double(target.coresPerChip);
  profile.dmaRoof = std::min(
      share, double(target.dmaEngines) * target.dmaBytesPerNanosecond);
  double coreNs = profile.counters.timeNs * double(programs.size());
  if (coreNs > 0) {
    profile.hfu = (profile.total.macsNs + profile.total.transposeNs) / coreNs;
    profile.mbu = double(profile.hbmBytes()) / (share * coreNs);
  }
}

Profile Builder::build() {
  profile.target = target.name.str();
  addPeaks();
  addCompulsory();
  for (const TraceEvent &event : events)
    if (event.kind == TraceEvent::Kind::instruction)
      addSlice(event);
  for (unsigned core = 0; core < programs.size(); ++core)
    addTime(core);
  finish();
  return std::move(profile);
}

Profile buildProfile(const ObjectImage &image, const isa::Target &target,
                     llvm::ArrayRef<DecodedProgram> decoded,
                     llvm::ArrayRef<std::optional<TimingProgram>> timing,
                     llvm::ArrayRef<uint32_t> programs,
                     llvm::ArrayRef<TraceEvent> events,
                     const Counters &counters) {
  return Builder(image, target, decoded, timing, programs, events, counters)
      .build();
}

} // namespace glia::interpreter
