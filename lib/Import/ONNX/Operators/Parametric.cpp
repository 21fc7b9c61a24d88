//===- Parametric.cpp - Elementwise formulas ------------------------------===//
//
// Operators of one element that are several elementwise ops, most of them with
// a parameter. What is piecewise is written with max and min, so that a NaN
// comes through.
//
//===----------------------------------------------------------------------===//
#include "Registry.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

namespace glia::onnx_import {

static llvm::Error checkFloat(NodeImporter &importer) {
  ElementType type = importer.input(0).type;
  if (type == ElementType::f32)
    return llvm::Error::success();
  return importer.fail(ErrorCode::E2001, "takes elements of type " +
                                             name(type) + ", expects f32");
}

/// max(0, min(1, alpha x + beta))
static Value hardSigmoid(Formula &f, NodeImporter &importer, float alpha,
                         float beta) {
  Value line =
      f("graph.add",
        {f("graph.mul", {importer.input(0), importer.constantFloat(alpha)}),
         importer.constantFloat(beta)});
  return f("graph.max", {f("graph.min", {line, importer.constantFloat(1)}),
                         importer.constantFloat(0)});
}

static llvm::Error importHardSigmoid(NodeImporter &importer) {
  if (llvm::Error error = checkFloat(importer))
    return error;
  Formula f(importer);
  return f.finish(hardSigmoid(f, importer, importer.number("alpha", 0.2f),
                              importer.number("beta", 0.5f)));
}

static llvm::Error importHardSwish(NodeImporter &importer) {
  if (llvm::Error error = checkFloat(importer))
    return error;
  Formula f(importer);
  return f.finish(f("graph.mul", {importer.input(0),
                                  hardSigmoid(f, importer, 1.0f / 6, 0.5f)}));
}

/// max(x, 0) + slope min(x, 0): one of the two is zero.
static llvm::Error finishSlope(NodeImporter &importer, const Value &slope) {
  Formula f(importer);
  Value zero = importer.constantFloat(0);
  Value below = f("graph.min", {importer.input(0), zero});
  return f.finish(f("graph.add", {f("graph.max", {importer.input(0), zero}),
                                  f("graph.mul", {below, slope})}));
}

static llvm::Error importLeakyRelu(NodeImporter &importer) {
  if (llvm::Error error = checkFloat(importer))
    return error;
  return finishSlope(importer,
                     importer.constantFloat(importer.number("alpha", 0.01f)));
}

static llvm::Error importPRelu(NodeImporter &importer) {
  if (llvm::Error error = checkFloat(importer))
    return error;
  const Shape &shape = importer.input(0).shape;
  if (broadcastShapes({shape, importer.input(1).shape}) != shape)
    return importer.fail(ErrorCode::E1009,
                         "the slope's shape " +
                             formatShape(importer.input(1).shape) +
                             " does not broadcast to " + formatShape(shape));
  return finishSlope(importer, importer.input(1));
}

/// max(x, 0) + alpha (e^min(x, 0) - 1), times gamma.
static llvm::Error finishElu(NodeImporter &importer, float alpha, float gamma) {
  if (llvm::Error error = checkFloat(importer))
    return error;
  Formula f(importer);
  Value zero = importer.constantFloat(0), one = importer.constantFloat(1);
  Value power = f("graph.exp", f("graph.min", {importer.input(0), zero}));
  Value below = f("graph.mul", {f("graph.sub", {power, one}),
                                importer.constantFloat(alpha)});
  Value whole =
      f("graph.add", {f("graph.max", {importer.input(0), zero}), below});
  if (gamma != 1)
    whole = f("graph.mul", {whole, importer.constantFloat(gamma)});
  return f.finish(whole);
}

static llvm::Error importElu(NodeImporter &importer) {
  return finishElu(importer, importer.number("alpha", 1), 1);
}

static llvm::Error importSelu(NodeImporter &importer) {
  return finishElu(importer, importer.number("alpha", 1.67326319f),
                   importer.number("gamma", 1.05070102f));
}

static llvm::Error importSoftsign(NodeImporter &importer) {
  if (llvm::Error error = checkFloat(importer))
    return error;
  Formula f(importer);
  return f.finish(
      f("graph.div",
        {importer.input(0), f("graph.add", {f("graph.abs", importer.input(0)),
                                            importer.constantFloat(1)})}));
}

/// x without whole turns, between -pi and pi: hardware's sine is good for no
/// more. The number of turns is rounded by adding and taking off 1.5 * 2^23, and
/// a turn comes off in three parts, the first two of which have so few bits that
/// their multiples are exact up to 4096 turns. Beyond, x stays as it is.
static Value withoutTurns(NodeImporter &importer, Formula &f, const Value &x) {
  constexpr float perTurn = 0.15915494f, rounder = 12582912.0f,
                  parts[] = {6.28125f, 0.0019350051879882812f,
                             3.019916050561733e-07f},
                  most = 25000;
  auto number = [&](float value) { return importer.constantFloat(value); };
  Value turns = f("graph.add", {f("graph.mul", {x, number(perTurn)}),
                                number(rounder)});
  turns = f("graph.sub", {turns, number(rounder)});
  Value rest = x;
  for (float part : parts)
    rest = f("graph.sub", {rest, f("graph.mul", {turns, number(part)})});
  return f.select(f.compare("graph.less", {f("graph.abs", x), number(most)}),
                  rest, x);
}

static llvm::Error importSin(NodeImporter &importer) {
  const Value &x = importer.input(0);
  Formula f(importer);
  return f.finish(f("graph.sin", x.type == ElementType::f32
                                     ? withoutTurns(importer, f, x)
                                     : x));
}

/// 1 - 2 sin^2(x / 2): halving is exact, so that large x lose nothing.
static llvm::Error importCos(NodeImporter &importer) {
  if (llvm::Error error = checkFloat(importer))
    return error;
  Formula f(importer);
  Value angle = withoutTurns(importer, f, importer.input(0));
  Value sine = f("graph.sin",
                 f("graph.mul", {angle, importer.constantFloat(0.5f)}));
  Value twice =
      f("graph.mul", {f("graph.mul", {sine, sine}), importer.constantFloat(2)});
  return f.finish(f("graph.sub", {importer.constantFloat(1), twice}));
}

/// Whether a power is a few multiplications, a square root or a reciprocal.
static bool isSmallPower(double exponent, bool isInteger) {
  if (isInteger)
    return llvm::is_contained({0.0, 1.0, 2.0, 3.0, 4.0}, exponent);
  return llvm::is_contained({-2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0, 3.0, 4.0},
                            exponent);
}

/// Powers with a small known exponent, by multiplication and square root.
static llvm::Error importSmallPower(NodeImporter &importer, double exponent) {
  const Value &base = importer.input(0);
  std::optional<Shape> shape =
      broadcastShapes({base.shape, importer.input(1).shape});
  if (!shape)
    return importer.fail(ErrorCode::E1009, "operands do not broadcast");
  Value x = importer.broadcast(base, *shape);
  Formula f(importer);
  double size = std::fabs(exponent);
  if (exponent == 0)
    return f.finish(
        importer.broadcast(importer.constantNumber(base.type, 1), *shape));
  Value power = x;
  if (size == 0.5)
    power = f("graph.sqrt", x);
  if (size >= 2)
    power = f("graph.mul", {x, x});
  if (size == 3)
    power = f("graph.mul", {power, x});
  if (size == 4)
    power = f("graph.mul", {power, power});
  return f.finish(exponent < 0 ? f("graph.reciprocal", power) : power);
}

/// Any other power is the machine's own. The result has the base's type.
static llvm::Error importPow(NodeImporter &importer) {
  const Value &base = importer.input(0), &exponent = importer.input(1);
  if (base.type != ElementType::f32 && !isInteger(base.type))
    return checkFloat(importer);
  llvm::Expected<std::optional<double>> known = importer.knownNumber(exponent);
  if (!known)
    return known.takeError();
  if (*known && isSmallPower(**known, isInteger(base.type)))
    return importSmallPower(importer, **known);
  if (isInteger(base.type) && isFloat(exponent.type))
    return importer.fail(ErrorCode::E2001,
                         "raises integers to powers of type " +
                             name(exponent.type) + ", expects integers");
  Formula f(importer);
  return f.finish(
      f("graph.power", {base, f.cast(exponent, base.type)}));
}

llvm::ArrayRef<OperatorRow> parametricOperators() {
  static constexpr OperatorRow rows[] = {
      {"Cos", 7, importCos},
      {"Elu", 6, importElu},
      {"HardSigmoid", 6, importHardSigmoid},
      {"HardSwish", 14, importHardSwish},
      {"LeakyRelu", 6, importLeakyRelu},
      {"PRelu", 7, importPRelu},
      {"Pow", 7, importPow},
      {"Selu", 6, importSelu},
      {"Sin", 7, importSin},
      {"Softsign", 1, importSoftsign},
  };
  return rows;
}

} // namespace glia::onnx_import
