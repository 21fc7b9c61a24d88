#!/usr/bin/env python3
"""Buckets: one program for several sizes of a dimension gives what ONNX Runtime gives at each size, in its true shape.

usage: buckets.py PROGRAMS_FOLDER WORK_FOLDER

Both models ignore what they are padded with: one masks it, the other one's convolutions pad with the same zeros.
"""
import os
import re
import subprocess
import sys

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

programs, work = sys.argv[1:3]
RANDOM = np.random.default_rng(3)


def run(*command):
    return subprocess.run([os.path.join(programs, command[0]), *command[1:]], capture_output=True, text=True)


class Graph:
    def __init__(self):
        self.nodes, self.weights = [], []

    def weight(self, value, dtype=np.float32):
        name = f"w{len(self.weights)}"
        self.weights.append(numpy_helper.from_array(np.asarray(value, dtype), name))
        return name

    def random(self, *shape):
        return self.weight(RANDOM.normal(size=shape) / np.sqrt(shape[-1]))

    def node(self, op, *inputs, result=None, **attributes):
        name = result or f"n{len(self.nodes)}"
        self.nodes.append(helper.make_node(op, inputs, [name], **attributes))
        return name

    def save(self, path, inputs, output):
        graph = helper.make_graph(self.nodes, "g", [helper.make_tensor_value_info(*i) for i in inputs], [helper.make_empty_tensor_value_info(output)], self.weights)
        onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9), path)


def attention(path):
    """Ids and a mask to one vector a token; tokens see the ones that are not masked."""
    g = Graph()
    x = g.node("Gather", g.random(30, 32), "ids")
    mask = g.node("Mul", g.node("Sub", g.weight(1), g.node("Cast", "mask", to=TensorProto.FLOAT)), g.weight(-1e9))
    scores = g.node("MatMul", g.node("MatMul", x, g.random(32, 32)), g.node("Transpose", x, perm=[0, 2, 1]))
    weights = g.node("Softmax", g.node("Add", scores, g.node("Unsqueeze", mask, g.weight([1], np.int64))), axis=-1)
    g.node("MatMul", g.node("MatMul", weights, x), g.random(32, 20), result="y")
    g.save(path, [("ids", TensorProto.INT64, [1, "n"]), ("mask", TensorProto.INT64, [1, "n"])], "y")
    return lambda n: {"ids": RANDOM.integers(0, 30, (1, n)), "mask": np.ones((1, n), np.int64)}


def convolutions(path):
    """Extents of ceil(ceil(n / 2) / 2), then of half of that, rounded down."""
    g = Graph()
    x = g.node("Conv", "x", g.random(6, 3, 2), strides=[2], pads=[0, 1])
    x = g.node("Conv", g.node("Relu", x), g.random(5, 6, 2), strides=[2], pads=[0, 1])
    g.node("MaxPool", x, kernel_shape=[2], strides=[2], result="y")
    g.save(path, [("x", TensorProto.FLOAT, [2, 3, "n"])], "y")
    return lambda n: {"x": RANDOM.normal(size=(2, 3, n)).astype(np.float32)}


def check(name, make, pads, sizes, terms):
    model, program, given, made = (os.path.join(work, name + end) for end in (".onnx", ".glia", ".in.npz", ".out.npz"))
    inputs_of = make(model)
    compiled = run("glia-cc", "compile", model, "--bucket", "n=16,40", *[f"--pad={p}" for p in pads], "--output", program)
    assert compiled.returncode == 0, compiled.stderr
    session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
    times = {}
    for n in sizes:
        inputs = inputs_of(n)
        np.savez(given, **inputs)
        ran = run("glia-run", program, "--inputs", given, "--outputs", made, "--check", "--counters", made + ".json")
        assert ran.returncode == 0, f"{name}, size {n}: {ran.stderr}"
        got, want = np.load(made)["y"], session.run(["y"], inputs)[0]
        assert got.shape == want.shape, f"{name}, size {n}: expects {want.shape}, got {got.shape}"
        tolerance = 8 * 2.0**-24 * np.sqrt(terms) * np.maximum(np.abs(want), np.sqrt(np.mean(want**2)))
        assert np.all(np.abs(got - want) <= tolerance), f"{name}, size {n}: {np.max(np.abs(got - want) / tolerance)} of the tolerance"
        with open(made + ".json", encoding="utf-8") as f:
            times[n] = float(re.search(r'"time_ns": *([0-9.e+]+)', f.read())[1])
    print(f"{name}: sizes {sizes} as ONNX Runtime has them, modelled ns {times}")
    small, large = ([times[n] for n in sizes if lower < n <= upper] for lower, upper in ((0, 16), (16, 40)))
    assert len(set(small)) == 1 and len(set(large)) == 1 and small[0] < large[0], "expects one time for each bucket"
    without = run("glia-cc", "compile", model, "--bucket", "n=16,40", "--output", program + ".none")
    assert without.returncode == 1 and "GLIA-E1800" in without.stderr and "--pad" in without.stderr and not os.path.exists(program + ".none"), without.stderr
    np.savez(given, **inputs_of(41))
    large = run("glia-run", program, "--inputs", given)
    assert large.returncode == 1 and "GLIA-E1804" in large.stderr, large.stderr
    text, again = program + ".s", program + ".again"
    with open(text, "w", encoding="utf-8") as f:
        f.write(run("glia-objdump", "-d", program).stdout)
    assembled = run("glia-as", text, "-o", again)
    assert assembled.returncode == 0, assembled.stderr
    with open(program, "rb") as a, open(again, "rb") as b:
        assert a.read() == b.read(), "disassembly assembles to other bytes"


os.makedirs(work, exist_ok=True)
check("attention", attention, ["ids=0", "mask=0"], [1, 9, 16, 17, 39, 40], 32 + 32 + 40 + 40 + 32)
check("convolutions", convolutions, ["x=0"], [5, 7, 8, 16, 21, 22, 23, 40], 18)
