#!/usr/bin/env python3
"""Decoding token by token: the caches are states of the program and never leave the machine.

usage: decode.py PROGRAMS_FOLDER SOURCE_FOLDER WORK_FOLDER small|gpt2_decode

Greedy tokens are ONNX Runtime's and so are the logits, within the tolerance of `glia-cc verify`. For gpt2_decode the reference is gpt2, which
sees the whole sequence at once; `small` is a model of the same form, generated here, and its reference gets the caches as inputs.
"""
import json
import os
import re
import subprocess
import sys

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

programs, top, work, name = sys.argv[1:5]
sys.path.insert(0, os.path.join(top, "python"))
from filled_models import filled  # noqa: E402
from glia_program import Program  # noqa: E402

LIBRARY = os.path.join(os.path.dirname(programs), "lib", "libglia.so")
LAYERS, WIDTH, HEADS, LENGTH, WORDS = 2, 64, 4, 256, 97


def small_model(path):
    """Attention over caches of LENGTH rows, as PyTorch exports index_put: transposes around a ScatterND of the new row."""
    rng = np.random.default_rng(5)
    nodes, weights, head = [], {}, WIDTH // HEADS

    def constant(value, dtype=np.float32):
        weights[f"c{len(weights)}"] = np.asarray(value, dtype)
        return f"c{len(weights) - 1}"

    def node(op, *inputs, outputs=1, to=None, **attributes):
        names = [to] if to else [f"{op}{len(nodes)}_{i}" for i in range(outputs)]
        nodes.append(helper.make_node(op, inputs, names, name=names[0], **attributes))
        return names[0] if outputs == 1 else names

    def random(*shape):
        return constant(rng.normal(size=shape) / np.sqrt(shape[0]))

    def norm(x):
        return node("LayerNormalization", x, constant(np.ones(WIDTH)), constant(np.zeros(WIDTH)), axis=-1)

    row = node("Unsqueeze", "position", constant([1], np.int64))
    mask = node("Where", node("LessOrEqual", constant(np.arange(LENGTH), np.int64), "position"), constant(0), constant(-np.inf))
    x = node("Add", node("Gather", random(WORDS, WIDTH), "input_ids"), node("Gather", random(LENGTH, WIDTH), row))
    caches = []
    for layer in range(LAYERS):
        heads = constant([1, 1, HEADS, head], np.int64)
        parts = node("Split", node("MatMul", norm(x), random(WIDTH, 3 * WIDTH)), outputs=3, axis=-1, num_outputs=3)
        query = node("Transpose", node("Reshape", parts[0], heads), perm=[0, 2, 1, 3])
        present = []
        for kind, part in (("key", parts[1]), ("value", parts[2])):
            past = f"past_key_values.{layer}.{kind}"
            new = node("ScatterND", node("Transpose", past, perm=[2, 0, 1, 3]), row, node("Transpose", node("Reshape", part, heads), perm=[1, 0, 2, 3]))
            present.append(node("Transpose", new, perm=[1, 2, 0, 3], to=f"present.{layer}.{kind}"))
            caches.append((past, present[-1]))
        scores = node("Div", node("MatMul", query, node("Transpose", present[0], perm=[0, 1, 3, 2])), constant(np.sqrt(head)))
        context = node("MatMul", node("Softmax", node("Add", scores, mask), axis=-1), present[1])
        merged = node("Reshape", node("Transpose", context, perm=[0, 2, 1, 3]), constant([1, 1, WIDTH], np.int64))
        x = node("Add", x, node("MatMul", merged, random(WIDTH, WIDTH)))
        x = node("Add", x, node("MatMul", node("Tanh", node("MatMul", norm(x), random(WIDTH, 4 * WIDTH))), random(4 * WIDTH, WIDTH)))
    node("MatMul", norm(x), random(WIDTH, WORDS), to="logits")
    value = helper.make_tensor_value_info
    inputs = [value("input_ids", TensorProto.INT64, [1, 1]), value("position", TensorProto.INT64, [1])]
    cache = [1, HEADS, LENGTH, head]
    graph = helper.make_graph(nodes, "decode", inputs + [value(past, TensorProto.FLOAT, cache) for past, _ in caches],
                              [value("logits", TensorProto.FLOAT, [1, 1, WORDS])] + [value(present, TensorProto.FLOAT, cache) for _, present in caches],
                              [numpy_helper.from_array(array, each) for each, array in weights.items()])
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9), path)


def inputs_of(token, position):
    return {"input_ids": np.array([[token]], np.int64), "position": np.array([position], np.int64)}


def with_caches(path):
    """ONNX Runtime on the decoding model itself; the caches go in and out of every call."""
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    caches = {i.name: np.zeros(i.shape, np.float32) for i in session.get_inputs() if i.name.startswith("past")}
    names = [o.name for o in session.get_outputs()]

    def step(tokens, position):
        values = dict(zip(names, session.run(names, {**inputs_of(tokens[position], position), **caches})))
        for past in caches:
            caches[past] = values[past.replace("past_key_values", "present")]
        return values["logits"].reshape(-1)

    return step


def whole_sequence(path):
    """ONNX Runtime on the model that sees all tokens at once."""
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    (ids,), (logits, *_) = session.get_inputs(), session.get_outputs()

    def step(tokens, position):
        padded = np.zeros(ids.shape, np.int64)
        padded[0, : position + 1] = tokens[: position + 1]
        return session.run([logits.name], {ids.name: padded})[0][0, position]

    return step


def greedy(step, prompt, count):
    tokens, logits = list(prompt), []
    for position in range(len(prompt) + count - 1):
        logits.append(step(tokens, position))
        if position >= len(prompt) - 1:
            tokens.append(int(np.argmax(logits[-1])))
    return tokens, np.array(logits)


def tolerance(want, layers, width, head, length):
    """Of `verify`: 8 u sqrt(L), L the terms summed up on the longest path: products, attention, softmax, norms."""
    terms = layers * (4 * width + 3 * width + 4 * width + head + 2 * length) + 3 * width
    rms = np.sqrt(np.mean(np.square(want, dtype=np.float64), axis=-1, keepdims=True))
    return 8 * 2.0**-24 * np.sqrt(terms) * np.maximum(np.abs(want), rms)


def check_in_place(ir, count):
    """Every state is written by one scatter, of one row, and by nothing else."""
    states = re.findall(r'(%\w+) = tile\.buffer state "([^"]+)"', ir)
    assert len(states) == count, f"expects {count} states, got {[s for _, s in states]}"
    for buffer, state in states:
        writers = re.findall(rf"tile\.(\w+) ([^\n]*)-> {buffer} \[", ir)
        assert [op for op, _ in writers] == ["scatter"] and "at_index" in writers[0][1], f"{state} is written by {writers}"
        assert re.match(r"%\w+ \[0:1, ", writers[0][1]), f"more than a row of {state} is written: {writers[0][1]}"


def glia_cc(*arguments):
    subprocess.run([os.path.join(programs, "glia-cc"), *arguments], check=True)


def check_saved_states(program_file, tokens, want):
    """The same tokens by one process a token, which saves its states for the next one: the same bits."""
    state, logits, saved = os.path.join(work, "state.safetensors"), os.path.join(work, "logits.npz"), []
    for position, token in enumerate(tokens):
        for each, array in inputs_of(token, position).items():
            np.save(os.path.join(work, each + ".npy"), array)
        subprocess.run([os.path.join(programs, "glia-run"), program_file, *[f"--input={each}={work}/{each}.npy" for each in inputs_of(0, 0)],
                        "--outputs", logits, "--save-state", state, *(["--load-state", state] if position else [])], check=True)
        saved.append(np.load(logits)["logits"].reshape(-1))
    assert np.array_equal(saved, want), "one process a token gives other bits"


os.makedirs(work, exist_ok=True)
program_file, ir_file, counters_file = (os.path.join(work, f) for f in ("decode.glia", "decode.mlir", "counters.json"))
if name == "small":
    model = os.path.join(work, "small.onnx")
    small_model(model)
    reference, prompt, sizes = with_caches(model), [3, 14, 15, 92], (LAYERS, WIDTH, WIDTH // HEADS, LENGTH)
else:
    model = filled("gpt2_decode")[0]
    reference, prompt, sizes = whole_sequence(filled("gpt2")[0]), [464, 3290, 318, 845, 3772], (12, 768, 64, 128)
glia_cc("compile", model, "--output", program_file)
glia_cc("compile", model, "--emit", "tiled", "--output", ir_file)
program = Program(LIBRARY, program_file, check=True, threads=2)
with open(ir_file, encoding="utf-8") as f:
    check_in_place(f.read(), 2 * sizes[0])

tokens, got = greedy(lambda tokens, position: program.run(inputs_of(tokens[position], position))["logits"].reshape(-1), prompt, 20)
expected, want = greedy(reference, prompt, 20)
print("tokens", tokens[len(prompt):])
assert tokens == expected, f"ONNX Runtime goes on with {expected[len(prompt):]}"
share = np.max(np.abs(got - want) / tolerance(want, *sizes))
print(f"logits of {len(got)} positions: at most {share:.3f} of the tolerance away from ONNX Runtime's")
assert share <= 1

assert {t.name for t in program.inputs} == {"input_ids", "position"} and [t.name for t in program.outputs] == ["logits"]
cache_bytes = sum(t.bytes for t in program.states)
subprocess.run([os.path.join(programs, "glia-run"), program_file, "--outputs", os.path.join(work, "o.npz"), "--counters", counters_file], check=True)
with open(counters_file, encoding="utf-8") as f:
    counters = json.load(f)
print(f"a call: {program.host_bytes()} bytes to and from the host; HBM: {counters['hbm_read_bytes']} bytes read, {counters['hbm_write_bytes']} written; "
      f"caches: {cache_bytes} bytes")
assert counters["hbm_write_bytes"] < cache_bytes, "a call writes as much as all caches hold"
if name == "small":
    check_saved_states(program_file, tokens[:6], got[:6])
    straight = os.path.join(work, "straight.glia")
    glia_cc("compile", model, "-O0", "--output", straight)
    other = Program(LIBRARY, straight, check=True)
    assert np.array_equal(greedy(lambda t, p: other.run(inputs_of(t[p], p))["logits"].reshape(-1), prompt, 20)[1], got), "-O0 gives other bits"
