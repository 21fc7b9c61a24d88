"""exhaustive.py PROGRAM: every conversion from a type of at most 16 bits, as
conversion-table prints it, against ml_dtypes and numpy. Excepted are what is
infinite in ml_dtypes' f8e4m3 (docs/Machine.md, 4.7: NaN here), and f8e8m0 below
2^-126, where ml_dtypes does not give the nearest value. A NaN is canonical in
fp32, so that its sign is lost before it meets a type without NaN. A saturating
conversion is that of the value cut to what is finite in the type."""
import subprocess
import sys
import ml_dtypes
import numpy as np

np.seterr(all="ignore")
FLOATS = {"f32": np.float32, "tf32": np.float32, "bf16": ml_dtypes.bfloat16, "f16": np.float16, "f8e4m3": ml_dtypes.float8_e4m3,
          "f8e4m3fn": ml_dtypes.float8_e4m3fn, "f8e5m2": ml_dtypes.float8_e5m2, "f8e8m0": ml_dtypes.float8_e8m0fnu, "f4e2m1": ml_dtypes.float4_e2m1fn}
INTEGERS = {"i8": (8, True), "u8": (8, False), "i16": (16, True), "u16": (16, False), "i32": (32, True), "u32": (32, False), "i64": (64, True),
            "u64": (64, False), "i4": (4, True), "u4": (4, False)}
NANS = {"f32": 0x7FC00000, "tf32": 0x7FC00000, "bf16": 0x7FC0, "f16": 0x7E00, "f8e4m3": 0x7F, "f8e4m3fn": 0x7F, "f8e5m2": 0x7E, "f8e8m0": 0xFF}


def unsigned(bytes_):
    return {1: np.uint8, 2: np.uint16, 4: np.uint32, 8: np.uint64}[bytes_]


def values(name, count):
    """What the patterns 0 to count - 1 mean: float32, or int64."""
    patterns = np.arange(count, dtype=np.uint32)
    if name in FLOATS:
        x = patterns.astype(unsigned(np.dtype(FLOATS[name]).itemsize)).view(FLOATS[name]).astype(np.float32)
        undefined = ~np.isfinite(x) if name == "f8e4m3" else np.isnan(x)
        return np.where(undefined, np.float32(np.nan), x)
    if name == "bool":
        return patterns.astype(np.int64)
    bits, signed = INTEGERS[name]
    integers = patterns.astype(np.int64)
    return np.where(integers >> (bits - 1) != 0, integers - (1 << bits), integers) if signed else integers


def to_integer(x, name):
    """Bit patterns in Python's integers: saturated floats, wrapped integers."""
    bits, signed = INTEGERS[name]
    low, high = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if signed else (0, (1 << bits) - 1)

    def one(v):
        if isinstance(v, int):
            return v & ((1 << bits) - 1)
        if np.isnan(v):
            return 0
        whole = low if v == -np.inf else high if v == np.inf else int(np.rint(np.float64(v)))
        return min(max(whole, low), high) & ((1 << bits) - 1)

    return np.array([one(v) for v in x.tolist()], dtype=np.uint64)


def to_float(x, name):
    """Bit patterns, and which of them are NaN."""
    x = x.astype(np.float32)
    if name == "tf32":  # numpy has none: to nearest even on the upper 19 bits
        bits = x.view(np.uint32).astype(np.uint64)
        rounded = (bits + 0xFFF + (bits >> 13 & 1)) & ~np.uint64(0x1FFF)
        return np.where(np.isinf(x), bits, rounded), np.isnan(x)
    made = x.astype(FLOATS[name])
    patterns = made.view(unsigned(made.dtype.itemsize)).astype(np.uint64)
    nan = np.isnan(made.astype(np.float32))
    if name == "f8e8m0":  # 2^-127 or 2^-126, half up
        small = (x > 0) & (x < np.float32(2.0**-126))
        patterns = np.where(small, x.astype(np.float64) >= 1.5 * 2.0**-127, patterns).astype(np.uint64)
    if name == "f8e4m3":
        nan |= np.isinf(made.astype(np.float32))
    return patterns, nan


def cut(x, name):
    """To the finite values of the type; f8e8m0 has none below zero to cut to."""
    if name == "f32":
        return x
    if name == "tf32":
        largest = np.uint32(0x7F7FE000).view(np.float32)
    elif name == "f8e4m3":
        largest = np.float32(240)
    else:
        largest = np.float32(ml_dtypes.finfo(FLOATS[name]).max if name != "f16" else np.finfo(np.float16).max)
    x = x.astype(np.float32)
    cut_x = np.minimum(x, largest) if name == "f8e8m0" else np.clip(x, -largest, largest)
    return np.where(np.isnan(x), x, cut_x)


def expected(source, to, count, got):
    x = values(source, count)
    if to.endswith("+"):
        to = to[:-1]
        x = cut(x, to)
    if to == "bool":
        return (x != 0).astype(np.uint64)
    if to in INTEGERS:
        return to_integer(x, to)
    if source == to:
        return np.arange(count, dtype=np.uint64)
    patterns, nan = to_float(x, to)
    if to in NANS:
        patterns = np.where(nan, NANS[to], patterns)
    elif nan.any():
        sys.exit(f"{source} to {to}: a NaN in a type that has none")
    return patterns


def main():
    data = subprocess.run([sys.argv[1]], stdout=subprocess.PIPE, check=True).stdout
    at = pairs = elements = wrong = 0
    while at < len(data):
        end = data.index(b"\n", at)
        source, to, count, size = data[at:end].decode().split()
        count, size = int(count), int(size)
        got = np.frombuffer(data, unsigned(size), count, end + 1).astype(np.uint64)
        at = end + 1 + count * size
        want = expected(source, to, count, got)
        for i in np.nonzero(got != want)[0][:4]:
            print(f"{source} 0x{i:x} to {to}: got 0x{int(got[i]):x}, want 0x{int(want[i]):x}")
        wrong += int((got != want).sum())
        pairs, elements = pairs + 1, elements + count
    print(f"{pairs} pairs of types, {elements} conversions, {wrong} wrong")
    if wrong or pairs != 14 * 20 + 14 * 9 - 7:
        sys.exit(1)


main()
