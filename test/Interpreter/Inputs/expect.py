"""expect.py RESULT.npz NAME EXPRESSION: the output must have the bits of the
numpy expression, the model that stands in the test. a, b, ... in it are lists
of numbers that the test names as LETTER=VALUES before."""
import sys
import numpy as np

f32, i32, i64, u8, u32 = np.float32, np.int32, np.int64, np.uint8, np.uint32


def fma(x, y, z):
    """Exact product and sum in extended precision, one rounding for small numbers."""
    return f32(np.longdouble(x) * np.longdouble(y) + np.longdouble(z))


np.seterr(all="ignore")
path, name, expression = sys.argv[1:4]
got = np.load(path)[name]
want = np.asarray(eval(expression))  # the test's own text
if got.dtype != want.dtype or got.size != want.size or got.tobytes() != want.tobytes():
    sys.exit(f"{name}: got {got.ravel()!r}, want {want.ravel()!r}")
