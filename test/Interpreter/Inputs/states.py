"""states.py write FILE NAME=TYPE:SHAPE:VALUES... | check FILE NAME=TYPE:SHAPE:VALUES...
By the safetensors package: glia-run must read what it writes, and write what it
reads. SHAPE is 2x3, or empty for a scalar."""
import sys
import numpy as np
from safetensors.numpy import load_file, save_file

types = {"f32": np.float32, "i64": np.int64, "u8": np.uint8, "f16": np.float16}


def tensor(text):
    kind, shape, values = text.split(":")
    shape = [int(n) for n in shape.split("x")] if shape else []
    return np.array([float(v) for v in values.split(",")]).astype(types[kind]).reshape(shape)


command, path, items = sys.argv[1], sys.argv[2], sys.argv[3:]
wanted = {name: tensor(text) for name, text in (item.split("=", 1) for item in items)}
if command == "write":
    save_file(wanted, path)
else:
    found = load_file(path)
    if set(found) != set(wanted):
        sys.exit(f"{path} has {sorted(found)}, want {sorted(wanted)}")
    for name, want in wanted.items():
        got = found[name]
        if got.dtype != want.dtype or got.shape != want.shape or got.tobytes() != want.tobytes():
            sys.exit(f"{name}: got {got!r}, want {want!r}")
