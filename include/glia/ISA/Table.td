//===- Table.td - The instruction table, whole ----------------------------===//

include "glia/ISA/Schema.td"
include "glia/ISA/Enums.td"
include "glia/ISA/ActivationFunctions.td"
include "glia/ISA/Targets.td"
include "glia/ISA/Operands.td"
include "glia/ISA/Formats.td"
include "glia/ISA/Checks.td"
include "glia/ISA/TensorInstructions.td"
include "glia/ISA/VectorInstructions.td"
include "glia/ISA/ScalarInstructions.td"
include "glia/ISA/DmaInstructions.td"
include "glia/ISA/ControlInstructions.td"
