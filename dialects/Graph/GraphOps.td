//===- GraphOps.td - All of the graph dialect -----------------------------===//
//
// One record file for the generators; the families stand in files of their own.
//
//===----------------------------------------------------------------------===//
#ifndef GLIA_DIALECTS_GRAPH_GRAPHOPS
#define GLIA_DIALECTS_GRAPH_GRAPHOPS

include "dialects/Graph/Collective.td"
include "dialects/Graph/Contraction.td"
include "dialects/Graph/DataMovement.td"
include "dialects/Graph/Elementwise.td"
include "dialects/Graph/Fusion.td"
include "dialects/Graph/GraphDialect.td"
include "dialects/Graph/GraphInterfaces.td"
include "dialects/Graph/Reduction.td"

#endif
