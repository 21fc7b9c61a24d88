#!/usr/bin/env python3
"""Operators that are built of others, against onnx's reference evaluator, on the machine under --check.

usage: operators.py BIN_FOLDER WORK_FOLDER

A case is one node; ONNX Runtime stands in where the evaluator is wrong (LRN) or does less (ConvTranspose, recurrent layers, loops, old opsets), or computes positions in double (linear and cubic Resize). Floats must lie within verify's tolerance (8 u sqrt(L) max(|want|, rms(want))), everything else must be equal.
"""
import os
import subprocess
import sys

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper
from onnx.reference import ReferenceEvaluator

RANDOM = np.random.Generator(np.random.PCG64(11))


def f32(*shape, scale=1.0):
    return (RANDOM.standard_normal(shape) * scale).astype(np.float32)


SPECIAL = np.array([-2.5, -2, -1.5, -1, -0.5, -0.0, 0, 0.4, 0.5, 1.5, 2.5, 100, -100, 3.9999998, -3.9999998], np.float32)


class Case:
    """inputs: name -> array, fed at run time; known: name -> array, initializers."""

    def __init__(self, op, inputs, known=None, length=1, opset=21, outputs=1, **attributes):
        self.op, self.inputs, self.known, self.length = op, inputs, known or {}, length
        self.opset, self.outputs, self.attributes = opset, [f"y{i}" for i in range(outputs)], attributes

    def model(self, order):
        node = helper.make_node(self.op, order, self.outputs, **self.attributes)
        inputs = [helper.make_tensor_value_info(k, helper.np_dtype_to_tensor_dtype(v.dtype), v.shape) for k, v in self.inputs.items()]
        known = [numpy_helper.from_array(v, k) for k, v in self.known.items()]
        outputs = [helper.make_empty_tensor_value_info(o) for o in self.outputs]
        return helper.make_model(helper.make_graph([node], "g", inputs, outputs, known), opset_imports=[helper.make_opsetid("", self.opset)], ir_version=9)


def resize(mode, coordinates, nearest, shape, scales=None, sizes=None):
    known = {"scales": np.array(scales, np.float32)} if scales else {"sizes": np.array(sizes, np.int64)}
    return Case("Resize", {"x": f32(*shape)}, known, mode=mode, coordinate_transformation_mode=coordinates, nearest_mode=nearest)


GATES = {"RNN": 1, "GRU": 3, "LSTM": 4}


def recurrent(op, directions=1, known="wrbp", lens=None, given="", steps=4, **attributes):
    """A layer of 3 sequences, 5 inputs and 8 hidden elements. `given`: which optional operands there are; `known`: which are initializers."""
    gates = GATES[op] * 8
    state = (3, directions, 8) if attributes.get("layout") else (directions, 3, 8)
    x = f32(steps, 3, 5)
    every = {"x": x.transpose(1, 0, 2).copy() if attributes.get("layout") else x, "w": f32(directions, gates, 5, scale=0.6), "r": f32(directions, gates, 8, scale=0.4),
             "b": f32(directions, 2 * gates), "h": f32(*state), "c": f32(*state), "p": f32(directions, 24)}
    used = {k: v for k, v in every.items() if k in "xwr" + given}
    if lens is not None:
        used["lens"] = np.array(lens, np.int32)
    return Case(op, {k: v for k, v in used.items() if k not in known}, {k: v for k, v in used.items() if k in known}, length=13 * steps,
                outputs=3 if op == "LSTM" else 2, hidden_size=8, **attributes)


def body(inputs, nodes, outputs, known=None):
    """The graph of an attribute. inputs: name -> array of the type and shape; outputs: names."""
    value = lambda name, array: helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(array.dtype), array.shape)
    return helper.make_graph(nodes, "body", [value(k, v) for k, v in inputs.items()], [helper.make_empty_tensor_value_info(o) for o in outputs],
                             [numpy_helper.from_array(v, k) for k, v in (known or {}).items()])


def control():
    """If on a condition of run time, Loop and Scan."""
    node, x = helper.make_node, f32(3, 4)
    for taken in (True, False):
        yield Case("If", {"c": np.array(taken)}, outputs=2, then_branch=body({}, [node("Exp", ["k"], ["a"]), node("Neg", ["a"], ["b"])], ["a", "b"], {"k": x}),
                   else_branch=body({}, [node("Tanh", ["k"], ["a"]), node("Relu", ["k"], ["b"])], ["a", "b"], {"k": x}))
    step = [node("Mul", ["v", "half"], ["w"]), node("Add", ["w", "one"], ["v2"]), node("Cast", ["i"], ["f"], to=TensorProto.FLOAT),
            node("Add", ["v2", "f"], ["s"]), node("Identity", ["c"], ["c2"])]
    numbers = {"half": np.array(0.5, np.float32), "one": np.array(1, np.float32)}
    carried = {"i": np.array(0), "c": np.array(True), "v": x}
    yield Case("Loop", {"v0": x}, {"m": np.array(5)}, outputs=2, body=body(carried, step, ["c2", "v2", "s"], numbers))
    # Ends by a condition of run time: while the first element is below 1.9.
    until = [*step[:2], node("ReduceMax", ["v2"], ["g"], keepdims=0), node("Less", ["g", "bound"], ["c2"])]
    yield Case("Loop", {"v0": np.abs(f32(3, 4)) * np.float32(0.1)}, {"m": np.array(9)}, body=body(carried, until, ["c2", "v2"], {**numbers, "bound": np.array(1.9, np.float32)}))
    sums = [node("Add", ["a", "e"], ["a2"]), node("Mul", ["a2", "e"], ["o"])]
    yield Case("Scan", {"a0": f32(4), "x": x}, outputs=2, num_scan_inputs=1, body=body({"a": f32(4), "e": f32(4)}, sums, ["a2", "o"]))
    yield Case("Scan", {"a0": f32(3), "x": x}, outputs=2, num_scan_inputs=1, scan_input_axes=[1], scan_input_directions=[1], scan_output_axes=[1],
               scan_output_directions=[1], body=body({"a": f32(3), "e": f32(3)}, sums, ["a2", "o"]))


def recurrents():
    for op in GATES:
        for direction, directions in (("forward", 1), ("reverse", 1), ("bidirectional", 2)):
            yield recurrent(op, directions, direction=direction)
            yield recurrent(op, directions, given="bhc" if op == "LSTM" else "bh", direction=direction)
            yield recurrent(op, directions, given="b", lens=[4, 1, 3], direction=direction)
        yield recurrent(op, given="b", lens=[2, 4, 1], known="wrb lens")
        yield recurrent(op, given="b", known="", clip=0.7)
        yield recurrent(op, given="bhc" if op == "LSTM" else "bh", layout=1)
    yield recurrent("GRU", given="bh", linear_before_reset=1)
    yield recurrent("GRU", 2, linear_before_reset=1, direction="bidirectional")
    yield recurrent("LSTM", given="bhcp")
    yield recurrent("LSTM", 2, given="bp", direction="bidirectional")
    yield recurrent("LSTM", given="b", input_forget=1)
    for function in ("Relu", "Sigmoid", "Affine", "LeakyRelu", "ThresholdedRelu", "ScaledTanh", "HardSigmoid", "Elu", "Softsign", "Softplus"):
        given = {"activation_alpha": [0.4]} if function in ("Affine", "LeakyRelu", "ThresholdedRelu", "ScaledTanh", "HardSigmoid", "Elu") else {}
        if function in ("Affine", "ScaledTanh", "HardSigmoid"):
            given["activation_beta"] = [0.6]
        yield recurrent("RNN", given="b", activations=[function], **given)
    yield recurrent("LSTM", 2, given="b", direction="bidirectional", activations=["HardSigmoid", "Tanh", "LeakyRelu", "Sigmoid", "Softsign", "Tanh"],
                    activation_alpha=[0.3, 0.1], activation_beta=[0.45])


def cases():
    yield from control()
    yield from recurrents()
    x = np.concatenate([SPECIAL, f32(40, scale=3)])
    positive = np.abs(x) + np.float32(0.01)
    for op in ("Atan", "Elu", "Erf", "HardSigmoid", "HardSwish", "LeakyRelu", "Selu", "Sign", "Softplus", "Softsign"):
        yield Case(op, {"x": x})
    angles = np.concatenate([f32(60), f32(60, scale=30), f32(60, scale=3000), np.array([0, -0.0, np.pi, -np.pi, 2 * np.pi, 24999, 25001], np.float32)])
    yield Case("Sin", {"x": angles})
    yield Case("Cos", {"x": angles})
    yield Case("Log", {"x": positive})
    yield Case("Gelu", {"x": x[:12]}, approximate="tanh")
    yield Case("Mish", {"x": x})
    yield Case("Elu", {"x": x}, alpha=0.3)
    yield Case("LeakyRelu", {"x": x}, alpha=-0.25)
    yield Case("HardSigmoid", {"x": x}, alpha=0.4, beta=0.1)
    yield Case("PRelu", {"x": f32(2, 3, 4), "slope": f32(3, 1)})
    for exponent in (-2, -1, -0.5, 0, 0.5, 1, 2, 3, 4):
        yield Case("Pow", {"x": positive}, {"p": np.array(exponent, np.float32)})
    yield Case("Pow", {"x": f32(4)}, {"p": np.full((1, 1), 3, np.int64)})
    yield Case("Pow", {"x": np.arange(-4, 5, dtype=np.int64)}, {"p": np.array(2, np.int64)})
    yield Case("Pow", {"x": positive}, {"p": np.array(1.7, np.float32)})
    yield Case("Pow", {"x": np.abs(f32(3, 4)), "p": f32(4)})
    yield Case("Pow", {"x": f32(3, 1), "p": np.array([[0, 1, 2, 5, -3]], np.int64)})
    yield Case("Pow", {"x": np.arange(-4, 5, dtype=np.int32), "p": np.arange(9, dtype=np.int32)})
    yield Case("Pow", {"x": np.arange(1, 6), "p": np.array([3, 0, 7, 2, 10])})

    yield Case("InstanceNormalization", {"x": f32(2, 3, 5, 7), "s": f32(3), "b": f32(3)}, length=70)
    yield Case("GroupNormalization", {"x": f32(2, 6, 5), "s": f32(6), "b": f32(6)}, length=20, num_groups=3)
    yield Case("LRN", {"x": f32(2, 7, 4, 3)}, length=5, size=5, alpha=0.5, beta=0.75, bias=2.0)
    yield Case("LRN", {"x": f32(1, 6, 3, 3)}, length=4, size=3, beta=0.5)

    for nearest in ("round_prefer_floor", "round_prefer_ceil", "floor", "ceil"):
        for coordinates in ("asymmetric", "half_pixel", "align_corners"):
            yield resize("nearest", coordinates, nearest, (1, 2, 4, 5), sizes=(1, 2, 7, 3))
            yield resize("nearest", coordinates, nearest, (1, 2, 4, 5), scales=(1, 1, 2, 3))
    for coordinates in ("asymmetric", "half_pixel", "align_corners", "pytorch_half_pixel"):
        yield resize("linear", coordinates, "floor", (1, 2, 4, 5), scales=(1, 1, 2, 2))
        yield resize("linear", coordinates, "floor", (1, 2, 4, 5), sizes=(1, 2, 1, 9))
    for coordinates in ("asymmetric", "half_pixel", "align_corners", "pytorch_half_pixel"):
        for more in ({}, {"exclude_outside": 1}, {"cubic_coeff_a": -0.5}):
            case = resize("cubic", coordinates, "floor", (1, 2, 4, 5), scales=(1, 1, 1.5, 2))
            case.attributes.update(more)
            yield case
        yield resize("cubic", coordinates, "floor", (1, 2, 8, 5), sizes=(1, 2, 3, 9))
    yield Case("Resize", {"x": f32(1, 2, 3)}, {"scales": np.array([1, 1, 2], np.float32)}, opset=10)
    yield Case("Upsample", {"x": f32(1, 2, 3, 3)}, {"scales": np.array([1, 1, 2, 2], np.float32)}, opset=9)

    yield Case("ConvTranspose", {"x": f32(1, 3, 4, 5), "w": f32(3, 2, 3, 3), "b": f32(2)}, length=27)
    yield Case("ConvTranspose", {"x": f32(2, 4, 5, 4)}, {"w": f32(4, 3, 2, 2)}, length=16, strides=[2, 2])
    yield Case("ConvTranspose", {"x": f32(1, 4, 5, 4)}, {"w": f32(4, 3, 3, 4)}, length=24, strides=[2, 3], pads=[1, 0, 2, 1], group=2,
               output_padding=[1, 0], dilations=[1, 2])
    yield Case("ConvTranspose", {"x": f32(1, 2, 9)}, {"w": f32(2, 3, 1)}, length=2, pads=[2, 1])
    for auto in ("SAME_UPPER", "SAME_LOWER", "VALID"):
        yield Case("ConvTranspose", {"x": f32(1, 3, 4, 5)}, {"w": f32(3, 2, 3, 4)}, length=36, strides=[2, 3], auto_pad=auto)
    yield Case("ConvTranspose", {"x": f32(1, 3, 4, 5)}, {"w": f32(3, 2, 3, 3)}, length=27, strides=[2, 2], output_shape=[8, 9])
    yield Case("ConvTranspose", {"x": f32(1, 3, 4, 5)}, {"w": f32(3, 2, 3, 3)}, length=27, strides=[2, 2], output_shape=[8, 10], auto_pad="SAME_UPPER")
    for mode in ("reflect", "edge", "wrap"):
        yield Case("Pad", {"x": f32(2, 5, 4)}, {"pads": np.array([0, 3, 2, 1, 4, 0], np.int64)}, mode=mode)
    yield Case("Pad", {"x": f32(1, 300)}, {"pads": np.array([0, 96, 0, 96], np.int64)}, mode="reflect")

    data, updates = f32(5, 4, 3), f32(2, 4, 3)
    yield Case("ScatterND", {"data": data, "updates": updates}, {"indices": np.array([[3], [-5]], np.int64)})
    yield Case("ScatterND", {"data": data, "indices": np.array([[3], [-5]], np.int64), "updates": updates})
    pairs = np.array([[[0, 1], [4, -1]], [[2, 2], [0, 0]]], np.int64)
    yield Case("ScatterND", {"data": data, "updates": f32(2, 2, 3)}, {"indices": pairs})
    yield Case("ScatterND", {"data": data, "indices": pairs, "updates": f32(2, 2, 3)})
    yield Case("ScatterND", {"data": np.arange(8), "indices": np.array([[4], [3], [1], [7]]), "updates": np.array([9, 10, 11, 12])})

    lstm = {"w": f32(1, 32, 5), "r": f32(1, 32, 8)}
    more = {"w": f32(2, 32, 5), "r": f32(2, 32, 8), "b": f32(2, 64), "h": f32(2, 3, 8), "c": f32(2, 3, 8)}
    yield Case("LSTM", {"x": f32(4, 3, 5)}, lstm, length=13 * 4, outputs=3, hidden_size=8)
    yield Case("LSTM", {"x": f32(4, 3, 5), **{k: v for k, v in more.items() if k in "hc"}}, {k: v for k, v in more.items() if k in "wrb"},
               length=13 * 4, outputs=3, hidden_size=8, direction="bidirectional")

    yield Case("Dropout", {"x": f32(3, 4)}, outputs=2, opset=13)
    whole = np.concatenate([SPECIAL, np.array([8388609, -8388607, 0.99999994], np.float32)])
    for to in (TensorProto.INT64, TensorProto.INT32):
        yield Case("Cast", {"x": whole}, to=to)
        yield Case("Cast", {"x": f32(3, 50, scale=1e4)}, to=to)
    yield Case("Cast", {"x": np.abs(whole[:13])}, to=TensorProto.UINT8)
    yield Case("Cast", {"x": whole[:13]}, to=TensorProto.INT8)
    yield Case("Cast", {"x": whole[:13].astype(np.float16)}, to=TensorProto.INT32)


ORDER = {"RNN": ("x", "w", "r", "b", "lens", "h"), "GRU": ("x", "w", "r", "b", "lens", "h"), "LSTM": ("x", "w", "r", "b", "lens", "h", "c", "p"),
         "Loop": ("m", "", "v0"), "Pow": ("x", "p"), "ScatterND": ("data", "indices", "updates"), "Resize": ("x", "", "scales", "sizes"), "PRelu": ("x", "slope")}


def operands(case):
    names = ORDER.get(case.op) if not (case.op == "Resize" and case.opset == 10) else ("x", "scales")
    have = [*case.inputs, *case.known]
    order = [n if n in have else "" for n in names] if names else have
    while order and not order[-1]:
        order.pop()
    return order


def reference(case, model):
    if case.attributes.get("layout"):  # which ONNX Runtime has not: the same with batch and steps exchanged
        turned = {k: v.transpose(1, 0, 2).copy() if k in "xhc" else v for k, v in case.inputs.items()}
        other = Case(case.op, turned, case.known, outputs=len(case.outputs), **{k: v for k, v in case.attributes.items() if k != "layout"})
        y, *last = reference(other, other.model(operands(other)))
        return [y.transpose(2, 0, 1, 3), *(state.transpose(1, 0, 2) for state in last)]
    if case.op in ("ConvTranspose", "LRN", "Loop", "Scan", *GATES) or case.attributes.get("mode") in ("linear", "cubic") or case.opset < 11:
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 4
        return onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"]).run(None, case.inputs)
    with np.errstate(all="ignore"):
        return ReferenceEvaluator(model).run(None, case.inputs)


def differs(got, want, length):
    want = np.asarray(want)
    if got.dtype != want.dtype or got.shape != want.shape:
        return f"is {got.dtype}{got.shape}, expects {want.dtype}{want.shape}"
    if want.dtype.kind != "f":
        return "" if np.array_equal(got, want) else f"got {got.ravel()[:8]}, expects {want.ravel()[:8]}"
    g, w = got.astype(np.float64), want.astype(np.float64)
    finite = np.isfinite(w)
    rms = np.sqrt(np.mean(w[finite] ** 2)) if finite.any() else 0
    good = np.isclose(g, w, rtol=0, atol=0, equal_nan=True) | (np.abs(g - w) <= 8 * 2.0**-24 * np.sqrt(length) * np.maximum(np.abs(w), rms))
    return "" if good.all() else f"{(~good).sum()} of {good.size} elements, the first got {g[~good][0]!r}, expects {w[~good][0]!r}"


def main():
    compiler, folder = os.path.join(sys.argv[1], "glia-cc"), sys.argv[2]
    os.makedirs(folder, exist_ok=True)
    failed = count = 0
    for case in cases():
        count += 1
        path, given, made = (os.path.join(folder, n) for n in ("m.onnx", "i.npz", "o.npz"))
        model = case.model(operands(case))
        onnx.save(model, path)
        np.savez(given, **case.inputs)
        want = reference(case, model)
        for level in ("-O2", "-O0"):
            run = subprocess.run([compiler, "run", path, "--inputs", given, "--outputs", made, "--check", level], capture_output=True, text=True)
            reason = run.stderr.strip()
            if run.returncode == 0:
                with np.load(made) as got:
                    reason = "; ".join(filter(None, (differs(got[n], w, case.length) for n, w in zip(case.outputs, want))))
            if reason:
                failed += 1
                print(f"FAIL {case.op} {level} opset {case.opset} {case.attributes} {[v.shape for v in case.inputs.values()]}: {reason}")
    print(f"{count} cases, {failed} failures")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
