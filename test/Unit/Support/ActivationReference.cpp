//===- ActivationReference.cpp - Activation functions in MPFR -------------===//
//
// `Real` is an MPFR number with operators, so that each row reads like the
// formula it stands for. None of the formulas cancels near the precision.
//
//===----------------------------------------------------------------------===//
#include "ActivationReference.h"
#include <bit>
#include <cmath>
#include <cstdlib>
#include <mpfr.h>

using namespace glia;
using isa::ActivationFunction;

namespace {
class Real {
public:
  Real(double x) {
    mpfr_init2(value, 200);
    mpfr_set_d(value, x, MPFR_RNDN);
  }
  explicit Real(const char *decimal) {
    mpfr_init2(value, 200);
    mpfr_set_str(value, decimal, 10, MPFR_RNDN);
  }
  Real(const Real &other) {
    mpfr_init2(value, 200);
    mpfr_set(value, other.value, MPFR_RNDN);
  }
  Real &operator=(const Real &) = delete;
  ~Real() { mpfr_clear(value); }

  mpfr_t value;
};
using Unary = int(mpfr_t, mpfr_srcptr, mpfr_rnd_t);
using Binary = int(mpfr_t, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);
} // namespace

static Real apply(Unary function, const Real &x) {
  Real result(0.0);
  function(result.value, x.value, MPFR_RNDN);
  return result;
}
static Real apply(Binary function, const Real &a, const Real &b) {
  Real result(0.0);
  function(result.value, a.value, b.value, MPFR_RNDN);
  return result;
}
static Real operator+(const Real &a, const Real &b) {
  return apply(mpfr_add, a, b);
}
static Real operator-(const Real &a, const Real &b) {
  return apply(mpfr_sub, a, b);
}
static Real operator*(const Real &a, const Real &b) {
  return apply(mpfr_mul, a, b);
}
static Real operator/(const Real &a, const Real &b) {
  return apply(mpfr_div, a, b);
}
static Real operator-(const Real &a) { return apply(mpfr_neg, a); }
static Real exp(const Real &x) { return apply(mpfr_exp, x); }
static Real sqrt(const Real &x) { return apply(mpfr_sqrt, x); }
static int sign(const Real &x) { return mpfr_sgn(x.value); }
static Real pi() { return apply(mpfr_acos, Real(-1)); }

static Real sigmoid(const Real &x) { return 1 / (1 + exp(-x)); }
static Real normal(const Real &x) {
  return apply(mpfr_erfc, -(x / sqrt(Real(2)))) / 2;
}
static Real softplus(const Real &x) {
  Real rest = apply(mpfr_log1p, exp(sign(x) > 0 ? -x : x));
  return sign(x) > 0 ? x + rest : rest;
}
static Real siluDerivative(const Real &x) {
  Real s = sigmoid(x);
  return s * (1 + x * (1 - s));
}
static Real geluDerivative(const Real &x) {
  return normal(x) + x * exp(-(x * x) / 2) / sqrt(2 * pi());
}
static Real geluTanh(const Real &x) {
  Real u = sqrt(2 / pi()) * (x + Real("0.044715") * (x * x * x));
  return x / (1 + exp(-2 * u));
}

static Real geluTanhDerivative(const Real &x) {
  Real factor = 2 * sqrt(2 / pi()), cubic("0.044715");
  Real s = sigmoid(factor * (x + cubic * (x * x * x)));
  return s * (1 + x * (1 - s) * (factor * (1 + 3 * cubic * (x * x))));
}

static Real compute(ActivationFunction function, const Real &x) {
  using enum ActivationFunction;
  switch (function) { // clang-format off
  case copy:            return x;
  case relu:            return ::sign(x) > 0 ? x : Real(0.0);
  case ActivationFunction::exp:  return ::exp(x);
  case tanh:            return apply(mpfr_tanh, x);
  case ActivationFunction::sqrt: return ::sqrt(x);
  case gelu:            return x * normal(x);
  case ActivationFunction::sigmoid: return ::sigmoid(x);
  case square:          return x * x;
  case abs:             return ::sign(x) < 0 || mpfr_signbit(x.value) ? -x : x;
  case ActivationFunction::sign: return ::sign(x);
  case silu:            return x * ::sigmoid(x);
  case silu_dx:         return siluDerivative(x);
  case gelu_tanh:       return geluTanh(x);
  case gelu_sigmoid:    return x * ::sigmoid(Real("1.702") * x);
  case gelu_dx:         return geluDerivative(x);
  case gelu_sigmoid_dx: return siluDerivative(Real("1.702") * x);
  case erf:             return apply(mpfr_erf, x);
  case erf_dx:          return 2 / ::sqrt(pi()) * ::exp(-(x * x));
  case ActivationFunction::softplus: return ::softplus(x);
  case mish:            return x * apply(mpfr_tanh, ::softplus(x));
  case log:             return apply(mpfr_log, x);
  case sin:             return apply(mpfr_sin, x);
  case arctan:          return apply(mpfr_atan, x);
  case rsqrt:           return 1 / ::sqrt(x);
  case reciprocal:      return 1 / x;
  case gelu_tanh_dx:    return geluTanhDerivative(x);
  case prelu:           return ::sign(x) > 0 ? x : Real(activationParameter) * x;
  } // clang-format on
  std::abort();
}

static bool isDerivativeOfGate(ActivationFunction function) {
  return function == ActivationFunction::silu_dx ||
         function == ActivationFunction::gelu_dx ||
         function == ActivationFunction::gelu_tanh_dx ||
         function == ActivationFunction::gelu_sigmoid_dx;
}

static float roundToFloat(const Real &x) {
  mpfr_exp_t low = mpfr_get_emin(), high = mpfr_get_emax();
  mpfr_t rounded;
  mpfr_init2(rounded, 24);
  mpfr_set_emin(-148);
  mpfr_set_emax(128);
  int ternary = mpfr_set(rounded, x.value, MPFR_RNDN);
  ternary = mpfr_check_range(rounded, ternary, MPFR_RNDN);
  mpfr_subnormalize(rounded, ternary, MPFR_RNDN);
  float result = mpfr_get_flt(rounded, MPFR_RNDN);
  mpfr_set_emin(low);
  mpfr_set_emax(high);
  mpfr_clear(rounded);
  return result;
}

float glia::activationReference(ActivationFunction function, float x) {
  if (std::isnan(x))
    return x;
  // Their formulas have no value at the infinities, and lose the sign of zero.
  if (isDerivativeOfGate(function) && std::isinf(x))
    return x > 0 ? 1.0f : -0.0f;
  float result = roundToFloat(compute(function, x));
  return isDerivativeOfGate(function) && result == 0 ? -0.0f : result;
}

int64_t glia::ulps(float a, float b) {
  auto order = [](float x) {
    int32_t bits = std::bit_cast<int32_t>(x);
    return bits < 0 ? -static_cast<int64_t>(bits & 0x7FFFFFFF) - 1
                    : static_cast<int64_t>(bits);
  };
  if (std::isnan(a) || std::isnan(b))
    return std::isnan(a) && std::isnan(b) ? 0 : INT32_MAX;
  return std::abs(order(a) - order(b));
}
