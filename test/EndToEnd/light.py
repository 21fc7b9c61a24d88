#!/usr/bin/env python3
"""The CNNs that ship with package onnx, at full size, against the outputs that are stored beside them.

usage: light.py PROGRAMS_FOLDER SOURCE_FOLDER WORK_FOLDER NAME...

The input is the one that the stored outputs belong to (onnx/backend/test/runner: rising from 0 to 1), and so are the tolerances.
"""
import os
import subprocess
import sys

import numpy as np
import onnx
from onnx import numpy_helper

programs, top, work = sys.argv[1:4]
sys.path.insert(0, os.path.join(top, "python"))
from trained_models import light_models  # noqa: E402

RELATIVE, ABSOLUTE = 1e-3, 1e-7

os.makedirs(work, exist_ok=True)
models = light_models()
assert len(models) == 9, f"package onnx has the models {sorted(models)}"
for name in sys.argv[4:]:
    model, stored = models["light_" + name]
    graph = onnx.load(model).graph
    weights = {i.name for i in graph.initializer}
    (tensor,) = [i for i in graph.input if i.name not in weights]
    shape = [d.dim_value or 1 for d in tensor.type.tensor_type.shape.dim]
    inputs, outputs = (os.path.join(work, name + suffix) for suffix in (".in.npz", ".out.npz"))
    np.savez(inputs, **{tensor.name: (np.arange(np.prod(shape)).reshape(shape) / np.prod(shape)).astype(np.float32)})
    subprocess.run([os.path.join(programs, "glia-cc"), "run", model, "--inputs", inputs, "--outputs", outputs, "--threads", "2", "--check"], check=True)
    with open(stored, "rb") as f:
        want = numpy_helper.to_array(onnx.TensorProto.FromString(f.read()))
    got = np.load(outputs)[graph.output[0].name]
    worst = float(np.max(np.abs(got - want) / (ABSOLUTE + RELATIVE * np.abs(want))))
    print(f"{name}: {got.shape}, largest {np.max(np.abs(want)):.3e}, at most {worst:.4f} of the tolerance away, spread {np.ptp(want):.3e}")
    assert got.shape == want.shape and worst <= 1
