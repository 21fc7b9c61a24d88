#!/usr/bin/env python3
"""The oracle of `glia-cc verify`: runs a model on the host and writes its outputs.

usage: reference.py MODEL.onnx --inputs X.npz --outputs Y.npz [--every-node] [--threads N]

ONNX Runtime first; where it cannot run the model, onnx's own reference evaluator. The last line of standard output says which,
and how long the run alone took: {"oracle": "onnxruntime 1.32.0", "seconds": 0.01}. --every-node adds the first output of each
top-level node, as "node:INDEX"; glia-cc compares them to find the node where a wrong result starts.
"""
import argparse
import json
import sys
import time

import numpy as np


def with_node_outputs(path):
    """The model with every node's first output among its outputs, and which name stands for which node."""
    import onnx

    model = onnx.load(path)
    have = {o.name for o in model.graph.output}
    names = {}
    for index, node in enumerate(model.graph.node):
        if node.output and node.output[0]:
            names[f"node:{index}"] = node.output[0]
            if node.output[0] not in have:
                have.add(node.output[0])
                model.graph.output.append(onnx.helper.make_empty_tensor_value_info(node.output[0]))
    return model, names


def run_onnxruntime(path, inputs, every_node, threads):
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    if threads:
        options.intra_op_num_threads = options.inter_op_num_threads = threads
    source, names = path, {}
    if every_node:
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
        model, names = with_node_outputs(path)
        source = model.SerializeToString()
    session = onnxruntime.InferenceSession(source, options, providers=["CPUExecutionProvider"])
    start = time.perf_counter()
    outputs = [o.name for o in session.get_outputs()]
    values = dict(zip(outputs, session.run(outputs, inputs)))
    return values, names, time.perf_counter() - start, "onnxruntime " + onnxruntime.__version__


def run_onnx(path, inputs, every_node):
    import onnx
    from onnx.reference import ReferenceEvaluator

    model, names = with_node_outputs(path) if every_node else (path, {})
    evaluator = ReferenceEvaluator(model)
    start = time.perf_counter()
    values = dict(zip(evaluator.output_names, evaluator.run(None, inputs)))
    return values, names, time.perf_counter() - start, "onnx reference evaluator " + onnx.__version__


def bit_pattern(value):
    """bf16 and fp8, which .npy has no names for, as unsigned integers."""
    value = np.asarray(value)
    named = value.dtype.kind in "fiub" and value.dtype.isbuiltin == 1
    return value if named else value.view(f"u{value.dtype.itemsize}")


def model_outputs(path):
    import onnx

    return {o.name for o in onnx.load(path, load_external_data=False).graph.output}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("model")
    parser.add_argument("--inputs", required=True)
    parser.add_argument("--outputs", required=True)
    parser.add_argument("--every-node", action="store_true")
    parser.add_argument("--threads", type=int, default=0)
    arguments = parser.parse_args()
    with np.load(arguments.inputs, allow_pickle=False) as archive:
        inputs = {name: archive[name] for name in archive.files}
    try:
        values, nodes, seconds, oracle = run_onnxruntime(arguments.model, inputs, arguments.every_node, arguments.threads)
    except Exception as first:  # any failure of the first oracle leads to the second
        try:
            values, nodes, seconds, oracle = run_onnx(arguments.model, inputs, arguments.every_node)
        except Exception as second:
            print(f"onnxruntime: {str(first).splitlines()[0]}; onnx: {str(second).splitlines()[0]}", file=sys.stderr)
            return 1
    outputs = model_outputs(arguments.model)
    members = {name: value for name, value in values.items() if name in outputs}
    members.update({key: values[name] for key, name in nodes.items() if isinstance(values.get(name), np.ndarray)})
    np.savez(arguments.outputs, **{name: bit_pattern(value) for name, value in members.items()})
    print(json.dumps({"oracle": oracle, "seconds": seconds}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
