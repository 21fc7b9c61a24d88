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
  string smallest = ""; // and a least size
  bit parametric = 0;   // has a parameter, the slope of `activate`
}

def : ActivationFunction<"copy", 0, "x">;
def : ActivationFunction<"relu", 1, "x > 0 ? x : +0; NaN propagates">;
def : ActivationFunction<"exp", 2, "e^x">;
def : ActivationFunction<"tanh", 3, "hyperbolic tangent">;
def : ActivationFunction<"sqrt", 4, "square root, correctly rounded; NaN below zero"> { let lowest = "0x1p-116"; let highest = "0x1p118"; }
def : ActivationFunction<"gelu", 5, "x * (1 + erf(x / sqrt 2)) / 2">;
def : ActivationFunction<"sigmoid", 6, "1 / (1 + e^-x)">;
def : ActivationFunction<"square", 7, "x * x, correctly rounded">;
def : ActivationFunction<"abs", 8, "|x|">;
def : ActivationFunction<"sign", 9, "-1, +0 or 1; NaN propagates">;
def : ActivationFunction<"silu", 10, "x / (1 + e^-x); NaN at -inf">;
def : ActivationFunction<"silu_dx", 11, "derivative of silu; -0 and 1 at the infinities">;
def : ActivationFunction<"gelu_tanh", 12, "x * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x^3))) / 2; NaN at -inf">;
def : ActivationFunction<"gelu_sigmoid", 13, "x / (1 + e^(-1.702 * x)); NaN at -inf">;
def : ActivationFunction<"gelu_dx", 14, "derivative of gelu; -0 and 1 at the infinities">;
def : ActivationFunction<"gelu_sigmoid_dx", 15, "derivative of gelu_sigmoid; -0 and 1 at the infinities">;
def : ActivationFunction<"erf", 16, "error function">;
def : ActivationFunction<"erf_dx", 17, "derivative of erf: 2 / sqrt(pi) * e^-x^2">;
def : ActivationFunction<"softplus", 18, "log(1 + e^x)">;
def : ActivationFunction<"mish", 19, "x * tanh(log(1 + e^x)); NaN at -inf">;
def : ActivationFunction<"log", 20, "natural logarithm; -inf at zero, NaN below"> { let lowest = "0x1p-64"; let highest = "0x1p64"; }
def : ActivationFunction<"sin", 21, "sine, exact over all of fp32; NaN at the infinities"> { let lowest = "-0x1.921fb6p1"; let highest = "0x1.921fb6p1"; }
def : ActivationFunction<"arctan", 22, "inverse tangent"> { let lowest = "-0x1.921fb6p0"; let highest = "0x1.921fb6p0"; }
def : ActivationFunction<"rsqrt", 23, "1 / sqrt x; NaN below zero"> { let lowest = "0x1p-87"; let highest = "0x1p97"; }
def : ActivationFunction<"reciprocal", 24, "1 / x, correctly rounded"> { let lowest = "-0x1p42"; let highest = "0x1p42"; let smallest = "0x1p-42"; }
def : ActivationFunction<"gelu_tanh_dx", 25, "derivative of gelu_tanh; -0 and 1 at the infinities">;
def : ActivationFunction<"prelu", 26, "x > 0 ? x : slope * x, rounded once"> { let parametric = 1; }
