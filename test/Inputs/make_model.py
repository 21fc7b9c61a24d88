#!/usr/bin/env python3
"""Small ONNX models for tests; the same bytes every time.

usage: make_model.py NAME OUT.onnx

NAME: mlp (Gemm, Relu, Softmax; dimension `batch`), chain (three contractions of K = 384), conv (Conv, BatchNormalization, MaxPool,
GlobalAveragePool, Gemm), attention (Gather, MatMul, Softmax, LayerNormalization), unknown (an operator nobody has).
"""
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper


class Builder:
    def __init__(self):
        self.nodes, self.weights, self.random = [], [], np.random.Generator(np.random.PCG64(7))

    def weight(self, name, *shape, scale=None):
        values = self.random.standard_normal(shape, np.float32)
        values *= np.float32(scale if scale is not None else 1 / np.sqrt(shape[0]))
        self.weights.append(numpy_helper.from_array(values.astype(np.float32), name))
        return name

    def constant(self, name, array):
        self.weights.append(numpy_helper.from_array(array, name))
        return name

    def node(self, operator, *inputs, **attributes):
        name = attributes.pop("name", f"{operator.lower()}_{len(self.nodes)}")
        self.nodes.append(helper.make_node(operator, list(inputs), [name + "_out"], name=name, **attributes))
        return name + "_out"

    def model(self, inputs, outputs):
        outputs = [helper.make_tensor_value_info(n, t, s) for n, t, s in outputs]
        inputs = [helper.make_tensor_value_info(n, t, s) for n, t, s in inputs]
        graph = helper.make_graph(self.nodes, "test", inputs, outputs, self.weights)
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9, producer_name="make_model")


def mlp():
    b = Builder()
    h = b.node("Relu", b.node("Gemm", "x", b.weight("w1", 48, 96), b.weight("b1", 96), name="first"))
    y = b.node("Softmax", b.node("Gemm", h, b.weight("w2", 96, 10), b.weight("b2", 10), name="second"), axis=-1)
    return b.model([("x", TensorProto.FLOAT, ["batch", 48])], [(y, TensorProto.FLOAT, ["batch", 10])])


def chain():
    b = Builder()
    h = b.node("Tanh", b.node("MatMul", "x", b.weight("w1", 384, 384), name="first"))
    h = b.node("Tanh", b.node("MatMul", h, b.weight("w2", 384, 384), name="middle"))
    y = b.node("MatMul", h, b.weight("w3", 384, 200), name="last")
    return b.model([("x", TensorProto.FLOAT, [5, 384])], [(y, TensorProto.FLOAT, [5, 200])])


def conv():
    b = Builder()
    h = b.node("Conv", "image", b.weight("k1", 16, 3, 3, 3, scale=0.2), b.weight("kb1", 16), pads=[1, 1, 1, 1], strides=[2, 2], name="stem")
    h = b.node("BatchNormalization", h, b.constant("scale", np.full(16, 1.1, np.float32)), b.constant("shift", np.linspace(-1, 1, 16, dtype=np.float32)),
               b.constant("mean", np.linspace(0, 0.5, 16, dtype=np.float32)), b.constant("var", np.linspace(0.5, 1.5, 16, dtype=np.float32)))
    h = b.node("MaxPool", b.node("Relu", h), kernel_shape=[3, 3], strides=[2, 2], pads=[1, 1, 1, 1])
    h = b.node("Flatten", b.node("GlobalAveragePool", b.node("Conv", h, b.weight("k2", 32, 16, 1, 1, scale=0.25), name="point")))
    y = b.node("Gemm", h, b.weight("w", 32, 10), b.weight("bias", 10), name="head")
    return b.model([("image", TensorProto.FLOAT, [1, 3, 24, 24])], [(y, TensorProto.FLOAT, [1, 10])])


def attention():
    b = Builder()
    h = b.node("Gather", b.weight("table", 50, 64, scale=1), "ids", name="embed")
    h = b.node("LayerNormalization", h, b.constant("g", np.linspace(0.5, 1.5, 64, dtype=np.float32)), b.constant("beta", np.zeros(64, np.float32)), axis=-1)
    shape = b.constant("heads", np.array([1, 12, 4, 16], np.int64))
    parts = []
    for part in "qkv":
        projected = b.node("MatMul", h, b.weight("w" + part, 64, 64), name="project_" + part)
        parts.append(b.node("Transpose", b.node("Reshape", projected, shape), perm=[0, 2, 3, 1] if part == "k" else [0, 2, 1, 3]))
    scores = b.node("Mul", b.node("MatMul", parts[0], parts[1], name="scores"), b.constant("quarter", np.float32(0.25)))
    mixed = b.node("MatMul", b.node("Softmax", scores, axis=-1), parts[2], name="mix")
    y = b.node("Reshape", b.node("Transpose", mixed, perm=[0, 2, 1, 3]), b.constant("flat", np.array([1, 12, 64], np.int64)))
    y = b.node("Add", b.node("MatMul", y, b.weight("wo", 64, 64), name="out"), h)
    return b.model([("ids", TensorProto.INT64, [1, 12])], [(y, TensorProto.FLOAT, [1, 12, 64])])


def unknown():
    b = Builder()
    y = b.node("Frobnicate", b.node("Relu", "x"), name="strange")
    return b.model([("x", TensorProto.FLOAT, [2, 2])], [(y, TensorProto.FLOAT, [2, 2])])


def main():
    model = {"mlp": mlp, "chain": chain, "conv": conv, "attention": attention, "unknown": unknown}[sys.argv[1]]()
    with open(sys.argv[2], "wb") as f:
        f.write(model.SerializeToString(deterministic=True))


if __name__ == "__main__":
    main()
