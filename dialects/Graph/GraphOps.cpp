//===- GraphOps.cpp - Generated code of the graph ops ---------------------===//
//
// The generated definitions; the hand-written methods of each family stand in
// a file of its own.
//
//===----------------------------------------------------------------------===//
#include "dialects/Graph/GraphOps.h"
#include "dialects/Graph/ShapeRules.h"
#include "glia/ISA/Enums.h"

using namespace mlir;
using namespace glia;
using namespace glia::graph;

#include "dialects/Graph/GraphInterfaces.cpp.inc"
#define GET_OP_CLASSES
#include "dialects/Graph/GraphOps.cpp.inc"
