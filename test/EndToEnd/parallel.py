#!/usr/bin/env python3
"""Models split over cores by the compiler: against ONNX Runtime and the same model on one core, with the textbook's collectives.

usage: parallel.py BIN_FOLDER SOURCE_FOLDER WORK_FOLDER small|MODEL...

`small` makes a transformer layer, a convolution network and integer arithmetic; MODEL is one of python/filled_models.py.
"""
import itertools
import json
import os
import subprocess
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

programs, top, work = (os.path.abspath(folder) for folder in sys.argv[1:4])
sys.path.insert(0, os.path.join(top, "python"))
from filled_models import filled  # noqa: E402

LAYERS = {"bert_base": 12, "gpt2": 12, "llama_2l": 2}
failures = []


def expect(holds, text):
    if not holds:
        failures.append(text)
        print("FAILED:", text)


def glia(tool, *arguments):
    return subprocess.run([os.path.join(programs, tool), *arguments], check=True, cwd=work, capture_output=True, text=True).stdout


def grid_flags(data, tensor):
    return ["--data-parallel", str(data), "--tensor-parallel", str(tensor)]


def compile_model(model, name, *flags):
    report = os.path.join(work, name + ".json")
    glia("glia-cc", "compile", model, *flags, "--output", name + ".glia", "--report", report)
    with open(report, encoding="utf-8") as f:
        return json.load(f)


def run(name, inputs, *flags):
    glia("glia-run", name + ".glia", "--inputs", inputs, "--outputs", name + ".npz", *flags)
    with np.load(os.path.join(work, name + ".npz")) as archive:
        return {key: archive[key] for key in archive.files}


def same(left, right):
    return left.keys() == right.keys() and all(left[k].dtype == right[k].dtype and left[k].tobytes() == right[k].tobytes() for k in left)


def check_sequence(case, model, inputs, flags, data, tensor, scattered, want):
    """Sums are scattered instead of added everywhere: the same sums, so the same bits, and the textbook's pairs."""
    report = compile_model(model, case, *flags, *grid_flags(data, tensor), "--sequence-parallel")
    expect(same(scattered, run(case, inputs, "--check")), f"{case}: --sequence-parallel gives other bits")
    os.remove(os.path.join(work, case + ".glia"))
    kinds = {}
    for entry in report["collectives"]:
        kinds[entry["kind"]] = kinds.get(entry["kind"], 0) + entry["count"]
    print(f"{case}: {report['modelled_ns'] / 1e3:.1f} us, collectives {kinds}", flush=True)
    expect(kinds == want, f"{case}: collectives {kinds}, want {want}")


def check_grid(name, model, inputs, flags, data, tensor, whole, splits_sums):
    """One grid. `whole`: the outputs of one core; equal bit for bit unless a sum is split."""
    case = f"{name}-{data}x{tensor}"
    result = {}
    for level in ("-O2", "-O0"):
        report = compile_model(model, f"{case}{level}", *flags, *grid_flags(data, tensor), level)
        result[level] = run(f"{case}{level}", inputs, "--threads", "2")
    expect(same(result["-O2"], result["-O0"]), f"{case}: -O0 and -O2 differ")
    expect(same(result["-O2"], run(f"{case}-O2", inputs, "--check")), f"{case}: --check gives other bits")
    if not splits_sums:
        expect(same(result["-O2"], whole), f"{case}: differs from one core, and no sum is split")
    for level in result:  # of real models they are gigabytes
        os.remove(os.path.join(work, f"{case}{level}.glia"))
    answer = glia("glia-cc", "verify", model, *flags, *grid_flags(data, tensor), "--inputs", inputs)
    expect("FAIL" not in answer and "ok " in answer, f"{case}: verify: {answer}")
    kinds = {}
    for entry in report["collectives"]:
        total = kinds.setdefault(entry["kind"], [0, 0])
        total[0] += entry["count"]
        total[1] += entry["bytes"] * entry["count"]
    print(f"{case}: {report['modelled_ns'] / 1e3:.1f} us, collectives {kinds or 'none'}", flush=True)
    return kinds, result["-O2"]


#===-----------------------------------------------------------------------===#
# Small models
#===-----------------------------------------------------------------------===#

RANDOM = np.random.Generator(np.random.PCG64(31))


class Builder:
    def __init__(self):
        self.nodes, self.weights = [], []

    def weight(self, *shape):
        name = f"w{len(self.weights)}"
        return self.constant(name, (RANDOM.standard_normal(shape) / np.sqrt(shape[0])).astype(np.float32))

    def constant(self, name, array):
        self.weights.append(numpy_helper.from_array(np.asarray(array), name))
        return name

    def node(self, operator, *inputs, outputs=1, **attributes):
        names = [f"{operator.lower()}_{len(self.nodes)}_{i}" for i in range(outputs)]
        self.nodes.append(helper.make_node(operator, list(inputs), names, name=names[0], **attributes))
        return names[0] if outputs == 1 else names

    def save(self, path, inputs, outputs):
        info = helper.make_tensor_value_info
        graph = helper.make_graph(self.nodes, "g", [info(*i) for i in inputs], [info(*o) for o in outputs], self.weights)
        onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9), path)
        return path


def transformer_layer(path, heads=8, width=64):
    """Batch 4, 16 tokens, 8 heads of 8: combined query, key and value, mask, residuals, norms, MLP, and logits that stay split."""
    b = Builder()
    batch, tokens = 4, 16
    x = b.node("Gather", b.weight(50, width), "ids")
    norm = lambda v: b.node("LayerNormalization", v, b.constant(f"g{len(b.weights)}", np.linspace(0.5, 1.5, width, dtype=np.float32)),
                            b.constant(f"b{len(b.weights)}", np.linspace(-1, 1, width, dtype=np.float32)), axis=-1)
    h = norm(x)
    qkv = b.node("Add", b.node("MatMul", h, b.weight(width, 3 * width)), b.weight(3 * width))
    shape = b.constant("heads", np.array([batch, tokens, heads, width // heads], np.int64))
    q, k, v = (b.node("Transpose", b.node("Reshape", part, shape), perm=perm) for part, perm in
               zip(b.node("Split", qkv, outputs=3, axis=-1, num_outputs=3), ([0, 2, 1, 3], [0, 2, 3, 1], [0, 2, 1, 3])))
    scores = b.node("Add", b.node("Mul", b.node("MatMul", q, k), b.constant("scale", np.float32(0.35))), "mask")
    mixed = b.node("Transpose", b.node("MatMul", b.node("Softmax", scores, axis=-1), v), perm=[0, 2, 1, 3])
    mixed = b.node("Reshape", mixed, b.constant("flat", np.array([batch, tokens, width], np.int64)))
    x = b.node("Add", x, b.node("Add", b.node("MatMul", mixed, b.weight(width, width)), b.weight(width)))
    inner = b.node("Tanh", b.node("Add", b.node("MatMul", norm(x), b.weight(width, 256)), b.weight(256)))
    x = b.node("Add", x, b.node("MatMul", inner, b.weight(256, width)))
    y = b.node("MatMul", norm(x), b.weight(width, 96))
    b.save(path, [("ids", TensorProto.INT64, [batch, tokens]), ("mask", TensorProto.FLOAT, [batch, 1, 1, tokens])], [(y, TensorProto.FLOAT, [batch, tokens, 96])])
    mask = np.where(RANDOM.random((batch, 1, 1, tokens)) < 0.2, -1e4, 0).astype(np.float32)
    return {"ids": RANDOM.integers(0, 50, (batch, tokens), np.int64), "mask": mask}


def uneven_heads(path):
    """3 heads of 8: one core of 4 and five of 8 have padding only."""
    return transformer_layer(path, heads=3, width=24)


def convolutions(path):
    b = Builder()
    h = b.node("Relu", b.node("Conv", "image", b.weight(16, 3, 3, 3), b.weight(16), pads=[1, 1, 1, 1], strides=[2, 2]))
    h = b.node("Conv", b.node("MaxPool", h, kernel_shape=[2, 2], strides=[2, 2]), b.weight(16, 1, 3, 3), group=16, pads=[1, 1, 1, 1])
    h = b.node("Flatten", b.node("GlobalAveragePool", h))
    y = b.node("Gemm", h, b.weight(16, 10), b.weight(10))
    b.save(path, [("image", TensorProto.FLOAT, [4, 3, 16, 16])], [(y, TensorProto.FLOAT, [4, 10])])
    return {"image": RANDOM.standard_normal((4, 3, 16, 16)).astype(np.float32)}


def integers(path):
    """Integers over the batch, and a product that needs all of it."""
    b = Builder()
    h = b.node("Add", b.node("Mul", "a", b.constant("five", np.array([5, -3, 7], np.int32))), "b")
    total = b.node("ReduceSum", h, b.constant("axis", np.array([0], np.int64)), keepdims=1)
    b.save(path, [("a", TensorProto.INT32, [8, 3]), ("b", TensorProto.INT32, [8, 3])],
           [(h, TensorProto.INT32, [8, 3]), (total, TensorProto.INT32, [1, 3])])
    return {name: RANDOM.integers(-2**24, 2**24, (8, 3), np.int64).astype(np.int32) for name in "ab"}


def check_small():
    widths = {"transformer_layer": 64, "uneven_heads": 24}
    for make, grids in ((transformer_layer, [(1, 2), (1, 4), (1, 8), (2, 1), (4, 1), (2, 2), (2, 4)]), (uneven_heads, [(1, 2), (1, 8), (2, 4)]), (convolutions, [(2, 1), (4, 1), (1, 2)]),
                        (integers, [(2, 1), (8, 1)])):
        name = make.__name__
        model, inputs = os.path.join(work, name + ".onnx"), os.path.join(work, name + ".inputs.npz")
        np.savez(inputs, **make(model))
        compile_model(model, name)
        whole = run(name, inputs)
        for data, tensor in grids:
            kinds, outputs = check_grid(name, model, inputs, [], data, tensor, whole, splits_sums=name in widths and tensor > 1)
            part = 4 // data * 16 * widths.get(name, 0) * 4
            want = {}
            if name in widths and tensor > 1:
                want = {"all_reduce": [2, 2 * part]}
            if name == "integers":
                want = {"all_gather": [1, 8 * 3 * 4]}
            expect(kinds == want, f"{name} {data}x{tensor}: collectives {kinds}, want {want}")
            if name == "transformer_layer" and tensor > 1:
                check_sequence(f"{name}-{data}x{tensor}-sequence", model, inputs, [], data, tensor, outputs, {"reduce_scatter": 2, "all_gather": 3})


#===-----------------------------------------------------------------------===#
# Real models
#===-----------------------------------------------------------------------===#


def check_model(name):
    model, inputs, flags = filled(name)
    compile_model(model, name, *flags)
    whole = run(name, inputs)
    os.remove(os.path.join(work, name + ".glia"))
    with np.load(inputs) as archive:
        batch, tokens = next(archive[key].shape for key in archive.files)[:2]
    width = {"llama_2l": 4096}.get(name, 768)
    for tensor in (2, 4, 8):
        kinds, outputs = check_grid(name, model, inputs, flags, 1, tensor, whole, splits_sums=True)
        want = {"all_reduce": [2 * LAYERS[name], 2 * LAYERS[name] * batch * tokens * width * 4]}
        expect(kinds == want, f"{name} 1x{tensor}: collectives {kinds}, want {want}")
        # Beside a pair a product: the last gather, before the head.
        check_sequence(f"{name}-1x{tensor}-sequence", model, inputs, flags, 1, tensor, outputs,
                       {"reduce_scatter": 2 * LAYERS[name], "all_gather": 2 * LAYERS[name] + 1})


def main():
    os.makedirs(work, exist_ok=True)
    if sys.argv[4] == "small":
        check_small()
    else:
        for name in sys.argv[4:]:
            check_model(name)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
