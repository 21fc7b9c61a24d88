//===- EvaluateContractionTest.cpp - contract and convolution -------------===//
//
// Against loops that index the definition: chunks of 128, a chain of fma each,
// added in order.
//
//===----------------------------------------------------------------------===//
#include "EvaluateHelpers.h"
#include <catch2/catch.hpp>
#include <cmath>

using namespace glia;
using namespace glia::test;

/// Chunks of 128 products, each a chain from +0.
static float chunkedSum(const std::vector<std::pair<float, float>> &products,
                        size_t cut = 128) {
  float total = 0;
  for (size_t start = 0; start < products.size(); start += cut) {
    float p = 0;
    for (size_t i = start; i < std::min(products.size(), start + cut); ++i)
      p = std::fma(products[i].first, products[i].second, p);
    total = start ? total + p : p;
  }
  return total;
}

TEST_CASE("contract cuts K every 128", "[evaluate]") {
  const int m = 5, k = 300, n = 70;
  std::vector<float> x = randomFloats(2 * m * k, 1), w = randomFloats(k * n, 2),
                     want;
  for (int b = 0; b < 2; ++b)
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j) {
        std::vector<std::pair<float, float>> products;
        for (int l = 0; l < k; ++l)
          products.emplace_back(x[(b * m + i) * k + l], w[l * n + j]);
        want.push_back(chunkedSum(products));
      }
  Tensor got = evaluateBody(
      {f32({2, m, k}, x), f32({k, n}, w)}, "tensor<2x5x70xf32>",
      "%r = graph.contract %a, %b k_cut = 128 : (tensor<2x5x300xf32>, "
      "tensor<300x70xf32>) -> tensor<2x5x70xf32>");
  CHECK(values<float>(got) == want);
}

TEST_CASE("contract with transposed operands and broadcast batches",
          "[evaluate]") {
  const int m = 3, k = 130, n = 4;
  std::vector<float> x = randomFloats(2 * k * m, 3),
                     w = randomFloats(3 * n * k, 4), want;
  for (int b = 0; b < 2; ++b)
    for (int c = 0; c < 3; ++c)
      for (int i = 0; i < m; ++i)
        for (int j = 0; j < n; ++j) {
          std::vector<std::pair<float, float>> products;
          for (int l = 0; l < k; ++l)
            products.emplace_back(x[(b * k + l) * m + i],
                                  w[(c * n + j) * k + l]);
          want.push_back(chunkedSum(products));
        }
  Tensor got = evaluateBody(
      {f32({2, 1, k, m}, x), f32({3, n, k}, w)}, "tensor<2x3x3x4xf32>",
      "%r = graph.contract %a, %b transpose_lhs transpose_rhs k_cut = 128 "
      ": (tensor<2x1x130x3xf32>, tensor<3x4x130xf32>) -> tensor<2x3x3x4xf32>");
  CHECK(values<float>(got) == want);
}

namespace {
struct Conv {
  int channels, size, outputs, kernel, stride, pad, dilation, groups;
};
} // namespace

/// The chunk of a kernel position as the description says it: whole taps of a
/// row while they fit, or each tap cut.
static std::vector<float> plainConvolution(const Conv &c,
                                           const std::vector<float> &x,
                                           const std::vector<float> &w,
                                           int resultSize) {
  int perGroup = c.channels / c.groups, outputsPerGroup = c.outputs / c.groups;
  std::vector<float> result;
  for (int o = 0; o < c.outputs; ++o)
    for (int y = 0; y < resultSize; ++y)
      for (int z = 0; z < resultSize; ++z) {
        float total = 0, p = 0;
        bool isFirst = true;
        auto flush = [&] {
          total = isFirst ? p : total + p;
          isFirst = false;
          p = 0;
        };
        for (int ky = 0; ky < c.kernel; ++ky) {
          int taps = perGroup <= 128 ? 128 / perGroup : 1, inChunk = 0;
          for (int kx = 0; kx < c.kernel; ++kx) {
            for (int i = 0; i < perGroup; ++i) {
              int iy = y * c.stride + ky * c.dilation - c.pad,
                  ix = z * c.stride + kx * c.dilation - c.pad;
              int channel = o / outputsPerGroup * perGroup + i;
              bool isInside = iy >= 0 && iy < c.size && ix >= 0 && ix < c.size;
              float element =
                  isInside ? x[(channel * c.size + iy) * c.size + ix] : 0.0f;
              p = std::fma(
                  w[((o * perGroup + i) * c.kernel + ky) * c.kernel + kx],
                  element, p);
              if (perGroup > 128 && (i % 128 == 127 || i == perGroup - 1))
                flush();
            }
            if (perGroup <= 128 && (++inChunk == taps || kx == c.kernel - 1)) {
              flush();
              inChunk = 0;
            }
          }
        }
        result.push_back(total);
      }
  return result;
}

TEST_CASE("convolution by kernel row, column, channel", "[evaluate]") {
  const Conv cases[] = {
      Conv{3, 11, 4, 7, 2, 3, 1, 1},  Conv{64, 6, 3, 3, 1, 1, 1, 1},
      Conv{140, 5, 2, 3, 2, 1, 1, 1}, Conv{6, 9, 4, 3, 1, 2, 2, 2},
      Conv{8, 24, 8, 3, 1, 1, 1, 8},  Conv{130, 23, 5, 1, 1, 0, 1, 1},
      Conv{16, 8, 5, 1, 2, 0, 1, 1}};
  for (const Conv &c : cases) {
    int resultSize =
        (c.size + 2 * c.pad - (c.kernel - 1) * c.dilation - 1) / c.stride + 1;
    std::vector<float> x = randomFloats(c.channels * c.size * c.size, 5),
                       w = randomFloats(c.outputs * c.channels / c.groups *
                                            c.kernel * c.kernel,
                                        6);
    Tensor input = f32({1, c.channels, c.size, c.size}, x),
           weight =
               f32({c.outputs, c.channels / c.groups, c.kernel, c.kernel}, w);
    std::string result =
        typeText(f32({1, c.outputs, resultSize, resultSize}, {}));
    auto pair = [](int v) {
      return "[" + std::to_string(v) + ", " + std::to_string(v) + "]";
    };
    std::string pad = std::to_string(c.pad),
                pads = "[" + pad + ", " + pad + ", " + pad + ", " + pad + "]";
    Tensor got = evaluateBody(
        {input, weight}, result,
        "%r = graph.convolution %a, %b strides = " + pair(c.stride) +
            " pads = " + pads + " dilations = " + pair(c.dilation) +
            " groups = " + std::to_string(c.groups) + " k_cut = 128 : (" +
            typeText(input) + ", " + typeText(weight) + ") -> " + result);
    CHECK(values<float>(got) == plainConvolution(c, x, w, resultSize));
  }
}

TEST_CASE("convolution over one dimension and uneven padding", "[evaluate]") {
  std::vector<float> x = randomFloats(2 * 7, 7), w = randomFloats(2 * 3, 8),
                     want;
  for (int o = 0; o < 7; ++o) {
    float p = 0;
    for (int k = 0; k < 3; ++k)
      for (int c = 0; c < 2; ++c) {
        int i = o + k - 2;
        p = std::fma(w[c * 3 + k], i >= 0 && i < 7 ? x[c * 7 + i] : 0.0f, p);
      }
    want.push_back(p);
  }
  Tensor got = evaluateBody(
      {f32({1, 2, 7}, x), f32({1, 2, 3}, w)}, "tensor<1x1x7xf32>",
      "%r = graph.convolution %a, %b strides = [1] pads = [2, 0] dilations = "
      "[1] groups = 1 k_cut = 128 "
      ": (tensor<1x2x7xf32>, tensor<1x2x3xf32>) -> tensor<1x1x7xf32>");
  CHECK(values<float>(got) == want);
}
