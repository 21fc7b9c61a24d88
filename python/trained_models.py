"""The trained models that come in packages (tools/setup), and MiniLM's graph, which is built here from its weights.

GLIA_MODELS names their folder.
"""
import glob
import json
import os

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper



def find(pattern):
    """The one file of the models' folder that fits, such as `silero-*/silero_vad.onnx`."""
    folder = os.environ["GLIA_MODELS"]
    files = sorted(glob.glob(os.path.join(folder, pattern)))
    if not files:
        raise SystemExit(f"error: no {pattern} in {folder}: run tools/setup")
    return files[-1]


def light_models():
    """-> {name: (model, its stored output)} of the nine CNNs that ship in package onnx."""
    folder = os.path.join(os.path.dirname(onnx.__file__), "backend", "test", "data", "light")
    models = {}
    for path in sorted(glob.glob(os.path.join(folder, "light_*.onnx"))):
        stem = path[: -len(".onnx")]
        models[os.path.basename(stem)] = path, stem + "_output_0.pb"
    return models


class GraphWriter:
    """Nodes and weights of a graph, one call each; names are made here."""

    def __init__(self, weights):
        self.weights, self.nodes, self.initializers = weights, [], {}

    def weight(self, name):
        if name not in self.initializers:
            self.initializers[name] = numpy_helper.from_array(np.ascontiguousarray(self.weights[name]), name)
        return name

    def constant(self, value, dtype=np.float32):
        array = np.asarray(value, dtype)
        name = f"constant_{len(self.initializers)}"
        self.initializers[name] = numpy_helper.from_array(array, name)
        return name

    def node(self, operator, *inputs, **attributes):
        name = f"{operator}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(operator, list(inputs), [name], name=name, **attributes))
        return name

    def linear(self, x, name):
        """x W^T + b: PyTorch keeps a weight as [out, in]."""
        turned = name + ".weight.T"
        if turned not in self.initializers:
            self.initializers[turned] = numpy_helper.from_array(np.ascontiguousarray(self.weights[name + ".weight"].T), turned)
        return self.node("Add", self.node("MatMul", x, turned), self.weight(name + ".bias"))

    def norm(self, x, name, epsilon):
        return self.node("LayerNormalization", x, self.weight(name + ".weight"), self.weight(name + ".bias"), axis=-1, epsilon=epsilon)


def attention(g, x, mask, name, heads, size):
    def split(part, order):
        wide = g.node("Reshape", g.linear(x, f"{name}.self.{part}"), g.constant([0, 0, heads, size // heads], np.int64))
        return g.node("Transpose", wide, perm=order)

    query, key, value = split("query", [0, 2, 1, 3]), split("key", [0, 2, 3, 1]), split("value", [0, 2, 1, 3])
    scores = g.node("Div", g.node("MatMul", query, key), g.constant(np.sqrt(size / heads)))
    context = g.node("MatMul", g.node("Softmax", g.node("Add", scores, mask), axis=-1), value)
    return g.node("Reshape", g.node("Transpose", context, perm=[0, 2, 1, 3]), g.constant([0, 0, size], np.int64))


def build_minilm(output):
    """Writes the ONNX graph of all-MiniLM-L6-v2: ids and mask to the sentence's embedding of length 1 (mean of the tokens)."""
    from safetensors.numpy import load_file

    config = json.load(open(find("minilm-*/config.json")))
    g = GraphWriter(load_file(find("minilm-*/model.safetensors")))
    size, heads, epsilon = config["hidden_size"], config["num_attention_heads"], config["layer_norm_eps"]
    mask = g.node("Cast", "attention_mask", to=TensorProto.FLOAT)
    added = g.node("Mul", g.node("Sub", g.constant(1), g.node("Unsqueeze", mask, g.constant([1, 2], np.int64))), g.constant(-10000))
    words = g.node("Gather", g.weight("embeddings.word_embeddings.weight"), "input_ids")
    tokens = g.node("Shape", "input_ids", start=1, end=2)
    places = g.node("Slice", g.weight("embeddings.position_embeddings.weight"), g.constant([0], np.int64), tokens)
    first = g.node("Gather", g.weight("embeddings.token_type_embeddings.weight"), g.constant(0, np.int64))
    x = g.norm(g.node("Add", g.node("Add", words, places), first), "embeddings.LayerNorm", epsilon)
    for layer in range(config["num_hidden_layers"]):
        name = f"encoder.layer.{layer}"
        context = g.linear(attention(g, x, added, name + ".attention", heads, size), name + ".attention.output.dense")
        x = g.norm(g.node("Add", context, x), name + ".attention.output.LayerNorm", epsilon)
        wide = g.node("Gelu", g.linear(x, name + ".intermediate.dense"))
        x = g.norm(g.node("Add", g.linear(wide, name + ".output.dense"), x), name + ".output.LayerNorm", epsilon)
    kept = g.node("Unsqueeze", mask, g.constant([2], np.int64))
    total = g.node("ReduceSum", g.node("Mul", x, kept), g.constant([1], np.int64), keepdims=0)
    mean = g.node("Div", total, g.node("ReduceSum", kept, g.constant([1], np.int64), keepdims=0))
    length = g.node("Sqrt", g.node("ReduceSum", g.node("Mul", mean, mean), g.constant([1], np.int64), keepdims=1))
    g.nodes.append(helper.make_node("Div", [mean, length], ["embedding"], name="normalize"))
    integers = lambda name: helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "sequence"])
    graph = helper.make_graph(g.nodes, "all-MiniLM-L6-v2", [integers("input_ids"), integers("attention_mask")],
                              [helper.make_tensor_value_info("embedding", TensorProto.FLOAT, ["batch", size])], list(g.initializers.values()))
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9), output)
