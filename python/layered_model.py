"""A transformer of any number of equal layers, each with weights of its own: what compile time over layers is measured with."""
import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper


def layered_model(layers, hidden=256, tokens=128, heads=4, inner=1024):
    random = np.random.default_rng(0)
    nodes, initializers = [], []

    def constant(name, value):
        initializers.append(numpy_helper.from_array(value, name))
        return name

    heads_shape = constant("heads", np.array([1, tokens, heads, hidden // heads], np.int64))
    whole_shape = constant("whole", np.array([1, tokens, hidden], np.int64))
    scale = constant("scale", np.array((hidden // heads) ** -0.5, np.float32))

    def layer(number, x):
        def weight(name, *shape):
            return constant(f"layer{number}.{name}", (random.standard_normal(shape) * 0.05).astype(np.float32))

        def op(kind, name, *inputs, **attributes):
            name = f"layer{number}.{name}"
            nodes.append(helper.make_node(kind, inputs, [name], name=name, **attributes))
            return name

        def linear(name, value, rows, columns):
            return op("Add", name, op("MatMul", name + ".product", value, weight(name + ".weight", rows, columns)), weight(name + ".bias", columns))

        def norm(name, value):
            return op("LayerNormalization", name, value, weight(name + ".scale", hidden), weight(name + ".bias", hidden), axis=-1)

        def split(name, order):
            return op("Transpose", name + ".heads", op("Reshape", name + ".split", linear(name, x, hidden, hidden), heads_shape), perm=order)

        query, key, value = split("query", [0, 2, 1, 3]), split("key", [0, 2, 3, 1]), split("value", [0, 2, 1, 3])
        scores = op("Softmax", "softmax", op("Mul", "scaled", op("MatMul", "scores", query, key), scale), axis=-1)
        mixed = op("Transpose", "mixed.rows", op("MatMul", "mixed", scores, value), perm=[0, 2, 1, 3])
        attended = linear("output", op("Reshape", "mixed.whole", mixed, whole_shape), hidden, hidden)
        x = norm("norm1", op("Add", "residual1", attended, x))
        return norm("norm2", op("Add", "residual2", linear("narrow", op("Relu", "relu", linear("wide", x, hidden, inner)), inner, hidden), x))

    x = "x"
    for number in range(layers):
        x = layer(number, x)
    nodes.append(helper.make_node("Identity", [x], ["y"]))
    values = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, tokens, hidden]) for name in "xy"]
    graph = helper.make_graph(nodes, "layers", values[:1], values[1:], initializers)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def save_layered_model(layers, path):
    onnx.save(layered_model(layers), path)
