"""expect.py RESULT.npz NAME EXPRESSION: the output must have the bits of the
numpy expression, the model that stands in the test. a, b, ... in it are lists
of numbers that the test names as LETTER=VALUES before."""
import sys
from fractions import Fraction
import numpy as np

f32, i32, i64, u8, u32 = np.float32, np.int32, np.int64, np.uint8, np.uint32


def fma(x, y, z):
    """Exact product and sum in extended precision, one rounding for small numbers."""
    return f32(np.longdouble(x) * np.longdouble(y) + np.longdouble(z))


def philox(counter, key):
    """Philox4x32-10."""
    c, k = list(counter), list(key)
    for _ in range(10):
        a, b = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
        c = [b >> 32 ^ c[1] ^ k[0], b & 0xFFFFFFFF, a >> 32 ^ c[3] ^ k[1], a & 0xFFFFFFFF]
        k = [(k[0] + 0x9E3779B9) & 0xFFFFFFFF, (k[1] + 0xBB67AE85) & 0xFFFFFFFF]
    return c


def stochastic_bf16(values, index, seed, stream, step, ordinal):
    """docs/Machine.md 4.9 in rational numbers; finite values below the largest."""
    rounded = []
    for x, i in zip(f32(values), index):
        inner = (x.view(u32) & u32(0xFFFF0000)).view(f32)
        outer = ((x.view(u32) & u32(0xFFFF0000)) + u32(0x10000)).view(f32)
        if inner == x:
            rounded.append(x)
            continue
        if not np.isfinite(outer):
            sys.exit(f"{x} has no neighbour above")
        low, high = (inner, outer) if x > 0 else (outer, inner)
        exact = [Fraction(float(each)) for each in (x, low, high)]
        limit = (exact[0] - exact[1]) / (exact[2] - exact[1]) * 2**32 // 1
        word = philox([i & 0xFFFFFFFF, i >> 32, step, ordinal], [seed, stream])[0]
        rounded.append(high if word < limit else low)
    return f32(rounded)


def canonical(rows):
    """Rows as one array of fp32, every NaN the canonical one."""
    x = np.concatenate([np.asarray(row).astype(f32) for row in rows])
    return np.where(x != x, u32(0x7FC00000).view(f32), x)


def top(a, b):
    """The maximum: NaN propagates, +0 > -0."""
    return np.where((a != a) | (b != b), f32("nan"), np.where(a == b, np.where(np.signbit(a), b, a), np.maximum(a, b)))


def alu(op, a, b):
    """One step in fp32, as the table words its operators."""
    zero, one = f32(0), f32(1)
    return {
        "bypass": lambda: a, "add": lambda: a + b, "subtract": lambda: a - b, "multiply": lambda: a * b, "divide": lambda: a / b,
        "max": lambda: top(a, b), "min": lambda: -top(-a, -b), "abs": lambda: abs(a), "equal": lambda: a == b, "not_equal": lambda: a != b,
        "less": lambda: a < b, "less_equal": lambda: a <= b, "greater": lambda: a > b, "greater_equal": lambda: a >= b,
        "logical_and": lambda: (a != 0) & (b != 0), "logical_or": lambda: (a != 0) | (b != 0), "logical_xor": lambda: (a != 0) ^ (b != 0),
        "logical_not": lambda: a == 0, "abs_max": lambda: top(abs(a), abs(b)), "abs_min": lambda: -top(-abs(a), -abs(b)),
        "square": lambda: a * a, "relu": lambda: np.where(a > 0, a, np.where(a != a, a, zero)), "reciprocal": lambda: one / a,
        "floor": lambda: np.floor(a), "ceil": lambda: np.ceil(a), "round_even": lambda: np.rint(a),
    }[op]().astype(f32)


def running(step, state, *rows):
    """The states of step(state, row0[i], row1[i], ...)."""
    states = []
    for each in zip(*rows):
        state = step(state, *each)
        states.append(state)
    return f32(states)


def integer(op, a, b, bits):
    """One step on signed integers of so many bits, exact and wrapping."""
    cut = lambda x: (int(x) + (1 << bits - 1)) % (1 << bits) - (1 << bits - 1)
    unsigned = lambda x: x % (1 << bits)
    quotient = lambda x, y: -1 if y == 0 else abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)
    count = unsigned(b)
    return cut({
        "bypass": lambda: a, "add": lambda: a + b, "subtract": lambda: a - b, "multiply": lambda: a * b, "divide": lambda: quotient(a, b),
        "max": lambda: max(a, b), "min": lambda: min(a, b), "abs": lambda: abs(a), "equal": lambda: a == b, "not_equal": lambda: a != b,
        "less": lambda: a < b, "less_equal": lambda: a <= b, "greater": lambda: a > b, "greater_equal": lambda: a >= b,
        "logical_and": lambda: a != 0 and b != 0, "logical_or": lambda: a != 0 or b != 0, "logical_xor": lambda: (a != 0) != (b != 0),
        "logical_not": lambda: a == 0, "bitwise_and": lambda: a & b, "bitwise_or": lambda: a | b, "bitwise_xor": lambda: a ^ b,
        "bitwise_not": lambda: ~a, "shift_left": lambda: a << count if count < bits else 0,
        "shift_right": lambda: unsigned(a) >> count if count < bits else 0, "shift_right_arithmetic": lambda: a >> min(count, bits - 1),
        "abs_max": lambda: max(cut(abs(a)), cut(abs(b))), "abs_min": lambda: min(cut(abs(a)), cut(abs(b))), "square": lambda: a * a,
        "relu": lambda: max(a, 0), "power": lambda: a**b if b >= 0 else -1 if a == 0 else a**-b if abs(a) == 1 else 0,
    }[op]())


def tree(op, row):
    """16 interleaved partials, then 8-4-2-1 (docs/Machine.md 4.3)."""
    partial = [None] * 16
    for i, x in enumerate(row):
        partial[i % 16] = x if partial[i % 16] is None else op(partial[i % 16], x)
    for half in (8, 4, 2, 1):
        for i in range(half):
            if partial[i + half] is not None:
                partial[i] = op(partial[i], partial[i + half])
    return partial[0]


np.seterr(all="ignore")
path, name, expression = sys.argv[1:4]
got = np.load(path)[name]
want = np.asarray(eval(expression))  # the test's own text
if got.dtype != want.dtype or got.size != want.size or got.tobytes() != want.tobytes():
    sys.exit(f"{name}: got {got.ravel()!r}, want {want.ravel()!r}")
