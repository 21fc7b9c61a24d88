//===- Limits.h - Limits on what files may ask for ------------------------===//
//
// Every bound that keeps a hostile or broken file from exhausting time or
// memory, in one place. Those that a user may have to change are defaults of
// a flag; docs/Errors.md lists them with their reasons.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_SUPPORT_LIMITS_H
#define GLIA_SUPPORT_LIMITS_H

#include <cstdint>

namespace glia::limits {

inline constexpr uint64_t kib = uint64_t(1) << 10, mib = uint64_t(1) << 20,
                          gib = uint64_t(1) << 30;

// Importer.
inline constexpr uint64_t modelBytes = 2 * gib - 1; // protobuf's own cap
inline constexpr unsigned protobufNesting = 100;
inline constexpr unsigned subgraphNesting = 32;
inline constexpr unsigned localFunctions = 10000;
inline constexpr unsigned functionCallDepth = 100;
inline constexpr uint64_t nodesAfterInlining = 1000000;
inline constexpr unsigned nodeOperands =
    65536; // inputs, outputs, attributes; each
inline constexpr unsigned tensorRank = 16;
inline constexpr unsigned tensorRankWhileParsing = 1024;
inline constexpr uint64_t tensorBytes = uint64_t(1) << 40;
inline constexpr uint64_t stringBytes = 64 * kib;
inline constexpr uint64_t stringTensorBytes = 256 * mib;
inline constexpr uint64_t foldedConstantBytes = 64 * mib;
inline constexpr uint64_t foldedBytesTotal = gib;
inline constexpr uint64_t fileChunkBytes =
    4 * mib; // files are read in pieces of at most this

// Object file.
inline constexpr unsigned objectSections = 1024;
inline constexpr uint64_t objectMetadataBytes = 64 * mib;
inline constexpr uint64_t instructions = (uint64_t(1) << 32) - 1;
inline constexpr unsigned programs = 65536;
inline constexpr unsigned layoutSteps = 16; // of a state
inline constexpr unsigned replicaGroupSets = 65536;
inline constexpr uint64_t weightChunkBytes = mib; // one hash each
inline constexpr uint64_t assembledBytes = 4 * gib; // .zero of one text

// Interpreter.
inline constexpr uint64_t fuel = uint64_t(1) << 48; // output elements
inline constexpr uint64_t fuelPerInstruction = 64;  // the least that one costs
inline constexpr uint64_t readsPerFuel = 64; // elements read for one written
inline constexpr uint64_t deviceMemoryBytes = 16 * gib;
inline constexpr uint64_t outstanding = uint64_t(1) << 22; // transfers, signals
inline constexpr uint64_t traceEvents = uint64_t(1) << 24;
inline constexpr unsigned loopNesting = 64;
inline constexpr unsigned callDepth = 64;

// Tables read by glia-allocate.
inline constexpr uint64_t allocationTableBytes = 256 * mib;

// Arrays read by glia-run.
inline constexpr uint64_t npyHeaderBytes = mib;
inline constexpr unsigned npzMembers = 65536;
inline constexpr uint64_t safetensorsHeaderBytes = 32 * mib;

} // namespace glia::limits

#endif
