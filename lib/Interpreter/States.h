//===- States.h - States between their ONNX form and HBM ------------------===//
#ifndef GLIA_LIB_INTERPRETER_STATES_H
#define GLIA_LIB_INTERPRETER_STATES_H

#include "Cores.h"

namespace glia::interpreter {

/// One core's part from its dense ONNX form to the form in HBM, by the steps of
/// the binding's layout, and back.
void layOut(const Binding &binding, llvm::ArrayRef<uint8_t> part,
            uint8_t *device);
std::vector<uint8_t> takeFromLayout(const Binding &binding,
                                    const uint8_t *device);

/// Sets and gets a state on all cores, as dense bytes in its ONNX shape.
/// Errors: E1404, and those of reading initial values.
llvm::Error writeState(Cores &cores, const Binding &binding,
                       llvm::ArrayRef<uint8_t> bytes);
llvm::Expected<std::vector<uint8_t>> readState(Cores &cores,
                                               const Binding &binding);

} // namespace glia::interpreter

#endif
