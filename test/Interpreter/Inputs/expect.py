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


np.seterr(all="ignore")
path, name, expression = sys.argv[1:4]
got = np.load(path)[name]
want = np.asarray(eval(expression))  # the test's own text
if got.dtype != want.dtype or got.size != want.size or got.tobytes() != want.tobytes():
    sys.exit(f"{name}: got {got.ravel()!r}, want {want.ravel()!r}")
