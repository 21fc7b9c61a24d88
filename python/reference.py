#!/usr/bin/env python3
"""The oracle of `glia-cc verify`: runs a model on the host and writes its outputs.

usage: reference.py MODEL.onnx --inputs X.npz --outputs Y.npz [--extra NAME]... [--threads N]

ONNX Runtime first; where it cannot run the model, onnx's own reference evaluator. The last line of standard output says which,
and how long the run alone took: {"oracle": "onnxruntime 1.32.0", "seconds": 0.01}. --extra adds tensors inside the graph to the
outputs; glia-cc compares them to find the node where a wrong result starts.
"""
import argparse
import json
import sys
import time

import numpy as np


def with_extra_outputs(path, names):
    import onnx

    model = onnx.load(path)
    have = {o.name for o in model.graph.output}
    inferred = onnx.shape_inference.infer_shapes(model)
    known = {v.name: v for v in inferred.graph.value_info}
    for name in names:
        if name not in have:
            model.graph.output.append(known.get(name) or onnx.helper.make_empty_tensor_value_info(name))
    return model


def run_onnxruntime(path, inputs, extra, threads):
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    if threads:
        options.intra_op_num_threads = options.inter_op_num_threads = threads
    if extra:
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    source = with_extra_outputs(path, extra).SerializeToString() if extra else path
    session = onnxruntime.InferenceSession(source, options, providers=["CPUExecutionProvider"])
    names = [o.name for o in session.get_outputs()]
    start = time.perf_counter()
    values = session.run(names, inputs)
    return dict(zip(names, values)), time.perf_counter() - start, "onnxruntime " + onnxruntime.__version__


def run_onnx(path, inputs, extra):
    import onnx
    from onnx.reference import ReferenceEvaluator

    evaluator = ReferenceEvaluator(with_extra_outputs(path, extra) if extra else path)
    start = time.perf_counter()
    values = evaluator.run(None, inputs)
    return dict(zip(evaluator.output_names, values)), time.perf_counter() - start, "onnx reference evaluator " + onnx.__version__


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("model")
    parser.add_argument("--inputs", required=True)
    parser.add_argument("--outputs", required=True)
    parser.add_argument("--extra", action="append", default=[])
    parser.add_argument("--threads", type=int, default=0)
    arguments = parser.parse_args()
    with np.load(arguments.inputs, allow_pickle=False) as archive:
        inputs = {name: archive[name] for name in archive.files}
    try:
        outputs, seconds, oracle = run_onnxruntime(arguments.model, inputs, arguments.extra, arguments.threads)
    except Exception as first:  # any failure of the first oracle leads to the second
        try:
            outputs, seconds, oracle = run_onnx(arguments.model, inputs, arguments.extra)
        except Exception as second:
            print(f"onnxruntime: {str(first).splitlines()[0]}; onnx: {str(second).splitlines()[0]}", file=sys.stderr)
            return 1
    np.savez(arguments.outputs, **outputs)
    print(json.dumps({"oracle": oracle, "seconds": seconds}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
