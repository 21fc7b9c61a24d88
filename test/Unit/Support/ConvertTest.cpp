//===- ConvertTest.cpp - Casts between element types ----------------------===//
#include "glia/Support/Numerics.h"
#include <bit>
#include <catch2/catch.hpp>
#include <cmath>

using namespace glia;
using namespace glia::numerics;

template <typename T>
static T cast(ElementType to, float x, bool saturate = false) {
  T result{};
  convert(ElementType::f32, &x, to, &result, 1, saturate);
  return result;
}
static float back(ElementType type, uint32_t bits) {
  return toFloat(type, &bits);
}

TEST_CASE("every finite value of a narrow float comes back") {
  for (ElementType type :
       {ElementType::bf16, ElementType::f16, ElementType::f8e4m3,
        ElementType::f8e4m3fn, ElementType::f8e5m2, ElementType::f8e8m0,
        ElementType::f4e2m1})
    for (uint32_t bits = 0; bits < (1u << bitWidth(type)); ++bits) {
      float x = back(type, bits);
      if (std::isnan(x))
        continue;
      uint32_t again = 0;
      convert(ElementType::f32, &x, type, &again, 1);
      INFO(name(type).str() << " " << bits << " " << x);
      if (type == ElementType::f8e4m3 && std::isinf(x))
        continue;
      REQUIRE(again == bits);
    }
}

TEST_CASE("rounding is to nearest, ties to even") {
  // Against a search over all values of the type.
  for (ElementType type : {ElementType::f16, ElementType::bf16,
                           ElementType::f8e4m3fn, ElementType::f8e5m2}) {
    float largest = type == ElementType::f16      ? 65504.0f
                    : type == ElementType::bf16   ? 0x1.fep127f
                    : type == ElementType::f8e5m2 ? 57344.0f
                                                  : 448.0f;
    uint32_t step =
        type == ElementType::f16 || type == ElementType::bf16 ? 977 : 1;
    for (uint32_t bits = 0;
         bits >> (bitWidth(type) - 1) == 0 && back(type, bits) < largest;
         bits += step) {
      float low = back(type, bits), high = back(type, bits + 1);
      float middle = static_cast<float>((static_cast<double>(low) + high) / 2);
      uint32_t got = 0;
      convert(ElementType::f32, &middle, type, &got, 1);
      REQUIRE(got == (bits & 1 ? bits + 1 : bits));
      float above = std::nextafter(middle, INFINITY);
      got = 0;
      convert(ElementType::f32, &above, type, &got, 1);
      REQUIRE(got == bits + 1);
    }
  }
}

TEST_CASE("overflow of the narrow floats") {
  CHECK(cast<uint8_t>(ElementType::f8e4m3, 240.0f) == 0x77);
  CHECK(cast<uint8_t>(ElementType::f8e4m3, 247.0f) == 0x77);
  CHECK(cast<uint8_t>(ElementType::f8e4m3, 248.0f) == 0x7F);
  CHECK(cast<uint8_t>(ElementType::f8e4m3, -INFINITY) == 0x7F);
  CHECK(cast<uint8_t>(ElementType::f8e4m3, -1000.0f, true) == 0xF7);
  CHECK(cast<uint8_t>(ElementType::f8e4m3fn, 464.0f) == 0x7E);
  CHECK(cast<uint8_t>(ElementType::f8e4m3fn, 465.0f) == 0x7F);
  CHECK(cast<uint8_t>(ElementType::f8e5m2, 1e9f) == 0x7C);
  CHECK(cast<uint16_t>(ElementType::f16, 65520.0f) == 0x7C00);
  CHECK(cast<uint16_t>(ElementType::f16, -65520.0f, true) == 0xFBFF);
  CHECK(cast<uint16_t>(ElementType::bf16, NAN) == 0x7FC0);
  CHECK(cast<uint8_t>(ElementType::f4e2m1, 100.0f) == 0x7);
  CHECK(cast<uint8_t>(ElementType::f8e8m0, 3.0f) == 129);
  CHECK(cast<uint8_t>(ElementType::f8e8m0, -3.0f) == 0xFF);
  CHECK(cast<uint32_t>(ElementType::tf32, 1.0f + 0x1p-11f) == 0x3F800000);
  CHECK(cast<uint32_t>(ElementType::tf32, 1.0f + 0x1.8p-10f) == 0x3F804000);
}

TEST_CASE("float to integer rounds to even, saturates, and makes NaN zero") {
  CHECK(cast<int32_t>(ElementType::i32, 2.5f) == 2);
  CHECK(cast<int32_t>(ElementType::i32, 3.5f) == 4);
  CHECK(cast<int32_t>(ElementType::i32, 3e9f) == 2147483647);
  CHECK(cast<int32_t>(ElementType::i32, -INFINITY) == -2147483647 - 1);
  CHECK(cast<int32_t>(ElementType::i32, NAN) == 0);
  CHECK(cast<uint8_t>(ElementType::u8, -1.0f) == 0);
  CHECK(cast<uint8_t>(ElementType::u8, 300.0f) == 255);
  CHECK(cast<int8_t>(ElementType::i8, -200.0f) == -128);
  CHECK(cast<int64_t>(ElementType::i64, 1e30f) == INT64_MAX);
  CHECK(cast<uint64_t>(ElementType::u64, 1e30f) == UINT64_MAX);
  CHECK(cast<uint8_t>(ElementType::boolean, 0.25f) == 1);
  CHECK(cast<uint8_t>(ElementType::boolean, -0.0f) == 0);
}

TEST_CASE("integer to integer is exact and wraps") {
  int64_t wide[] = {int64_t(1) << 40 | 300, -1};
  int32_t narrow[2];
  convertIntegers(ElementType::i64, wide, ElementType::i32, narrow, 2);
  CHECK(narrow[0] == 300);
  CHECK(narrow[1] == -1);
  uint8_t flags[2];
  convertIntegers(ElementType::i64, wide, ElementType::boolean, flags, 2);
  CHECK(flags[0] == 1);
}

TEST_CASE("nibbles pack low first") {
  float x[] = {1, -2, 7};
  uint8_t bytes[2] = {};
  convert(ElementType::f32, x, ElementType::i4, bytes, 3);
  CHECK(bytes[0] == 0xE1);
  CHECK((bytes[1] & 15) == 7);
}
