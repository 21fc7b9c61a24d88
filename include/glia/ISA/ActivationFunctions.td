//===- ActivationFunctions.td - Functions of the Scalar engine ------------===//
//
// One record a function; lib/Support/Activation/<Name>.cpp computes it, and
// a missing file is a link error. The numbers are part of the object format:
// append only. Ranges outside which hardware is off are warnings of --check.
//
//===----------------------------------------------------------------------===//

def ActivationFunctionTable : Enumeration<"ActivationFunction", 8> {
  let doc = "Functions of `activate`; computed in binary64 and rounded once, at most 1 ulp off.";
}
class ActivationFunction<string name, int value, string text> : EnumCase<ActivationFunctionTable, name, value, text> {
  string lowest = "";   // hardware's range, where it has one
  string highest = "";
}

def : ActivationFunction<"copy", 0, "x">;
def : ActivationFunction<"relu", 1, "x > 0 ? x : +0; NaN propagates">;
def : ActivationFunction<"exp", 2, "e^x">;
def : ActivationFunction<"tanh", 3, "hyperbolic tangent">;
def : ActivationFunction<"sqrt", 4, "square root, correctly rounded; NaN below zero"> { let lowest = "0x1p-116"; let highest = "0x1p118"; }
def : ActivationFunction<"gelu", 5, "x * (1 + erf(x / sqrt 2)) / 2">;
def : ActivationFunction<"sigmoid", 6, "1 / (1 + e^-x)">;
