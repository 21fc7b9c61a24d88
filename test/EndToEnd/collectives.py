#!/usr/bin/env python3
"""Programs for several cores, written by hand in phase `sharded`, on the machine under --check, bit for bit.

usage: collectives.py BIN_FOLDER WORK_FOLDER

What a core computes alone is asked of a program for one core; what the cores compute together is added up here in the order of the
contract: by rank, in fp32, rounded once.
"""
import json
import os
import re
import subprocess
import sys

import ml_dtypes
import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

programs, work = (os.path.abspath(folder) for folder in sys.argv[1:3])
RANDOM = np.random.Generator(np.random.PCG64(23))
NUMPY = {"f32": np.float32, "f16": np.float16, "bf16": ml_dtypes.bfloat16, "i32": np.int32}
PHASES = ["sharded", "cast", "fused", "tiled", "scheduled", "allocated", "synchronised", "isa"]


def glia(tool, *arguments):
    subprocess.run([os.path.join(programs, tool), *arguments], check=True, cwd=work)


def random(type, *shape):
    if type == "i32":
        return RANDOM.integers(-(2**31), 2**31, shape, np.int64).astype(np.int32)
    return (RANDOM.standard_normal(shape) * 3).astype(NUMPY[type])


def save_model(weights):
    """A model whose initializers are the weights: where modules written by hand have theirs."""
    nodes = [helper.make_node("MatMul", ["given", "w0"], ["y"])] + [helper.make_node("Identity", [name], [name + "_out"]) for name in list(weights)[1:]]
    outputs = ["y"] + [name + "_out" for name in list(weights)[1:]]
    graph = helper.make_graph(nodes, "g", [helper.make_tensor_value_info("given", TensorProto.FLOAT, (1, len(weights["w0"])))],
                              [helper.make_empty_tensor_value_info(o) for o in outputs], [numpy_helper.from_array(v, k) for k, v in weights.items()])
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9), os.path.join(work, "weights.onnx"))
    glia("glia-cc", "compile", "weights.onnx", "--emit", "sharded", "-o", "weights.mlir")
    with open(os.path.join(work, "weights.mlir"), encoding="utf-8") as f:
        return re.search('fingerprint = "(0x[0-9a-f]+)", imported = (\\d+)', f.read()).groups()


class Module:
    """Text of a module for a grid of cores. `derived` are constants beside the model's, as --emit writes them."""

    def __init__(self, grid, constants, body, derived=()):
        fingerprint, imported = constants
        entries = [f'glia.constants = {{derived = [{", ".join(derived)}], fingerprint = "{fingerprint}", imported = {imported} : i64}}',
                   "glia.input_shapes = {}", 'glia.phase = "sharded"', 'glia.target = "trn2"']
        if grid:
            entries.append(f"graph.grid = array<i64: {', '.join(map(str, grid))}>")
        self.text = f"module attributes {{{', '.join(entries)}}} {{\n{body}\n}}\n"

    def run(self, name, inputs, *flags):
        with open(os.path.join(work, name + ".mlir"), "w", encoding="utf-8") as f:
            f.write(self.text)
        np.savez(os.path.join(work, name + ".in.npz"), **inputs)
        results = []
        for level in ("-O0", "-O1", "-O2"):
            glia("glia-cc", "compile", name + ".mlir", "--from", "sharded", "--constants", "weights.onnx", level, "-o", name + ".glia", "--report", name + ".json")
            for run_flags in ((), ("--check", "--threads", "2")):
                glia("glia-run", name + ".glia", "--inputs", name + ".in.npz", "--outputs", name + ".out.npz", *run_flags)
                with np.load(os.path.join(work, name + ".out.npz")) as archive:
                    results.append({k: v for k, v in archive.items()})
        for other in results[1:]:
            same(f"{name} at every level", other, results[0])
        with open(os.path.join(work, name + ".json"), encoding="utf-8") as f:
            self.report = json.load(f)
        return results[0]


def same(what, got, want):
    assert got.keys() == want.keys(), f"{what}: {got.keys()} against {want.keys()}"
    for key, expected in want.items():
        bits = lambda a: np.ascontiguousarray(a).view(np.uint8).tobytes()
        assert got[key].shape == expected.shape and bits(got[key]) == bits(expected), f"{what}: `{key}` differs:\n{got[key]}\n{expected}"


def total(parts):
    """In rank order, in fp32, one rounding; integers wrap."""
    if parts[0].dtype == np.int32:
        return np.sum([p.astype(np.int64) for p in parts], axis=0).astype(np.uint64).astype(np.uint32).view(np.int32)
    result = parts[0].astype(np.float32)
    for part in parts[1:]:
        result = result + part.astype(np.float32)
    return result.astype(parts[0].dtype)


def split(axes):
    return f"graph.split = array<i64: {', '.join(map(str, axes))}>"


def tensor(shape, type):
    return f"tensor<{'x'.join(map(str, shape))}x{type}>"


def check_gather(constants, type, dim, cores):
    whole = [6, 5, 4]
    whole[dim] *= cores
    local = [n // cores if i == dim else n for i, n in enumerate(whole)]
    x = random(type, *whole)
    axes = [0 if i == dim else -1 for i in range(3)]
    body = f"""func.func @main(%x: {tensor(local, type)} {{graph.name = "x", {split(axes)}}}) -> ({tensor(whole, type)} {{graph.name = "y"}}) {{
  %y = graph.all_gather %x dim = {dim} axis = 0 parts = {cores} : ({tensor(local, type)}) -> {tensor(whole, type)}
  return %y : {tensor(whole, type)}
}}"""
    got = Module([cores], constants, body).run(f"gather-{type}-{dim}-{cores}", {"x": x})
    same(f"all_gather of {type} along {dim}", got, {"y": x})


def check_reductions(constants, type, dim, cores):
    """The operand's parts come in along a dimension of their own; the scattered sum is joined by the host."""
    whole = [6, 4, 8]
    whole[dim] *= cores
    x = random(type, cores, *whole)
    local = [n // cores if i == dim else n for i, n in enumerate(whole)]
    axes = [0 if i == dim else -1 for i in range(3)]
    t, part = tensor(whole, type), tensor(local, type)
    body = f"""func.func @main(%x: {tensor([1] + whole, type)} {{graph.name = "x", {split([0, -1, -1, -1])}}}) -> ({t} {{graph.name = "all"}}, {part} {{graph.name = "own", {split(axes)}}}) {{
  %0 = graph.reshape %x : ({tensor([1] + whole, type)}) -> {t}
  %a = graph.all_reduce %0 axis = 0 : ({t}) -> {t}
  %b = graph.reduce_scatter %0 dim = {dim} axis = 0 parts = {cores} : ({t}) -> {part}
  return %a, %b : {t}, {part}
}}"""
    got = Module([cores], constants, body).run(f"reduce-{type}-{dim}-{cores}", {"x": x})
    want = total(list(x))
    same(f"sums of {type} along {dim}", got, {"all": want, "own": want})


def layer(grid, constants, x_shape, k, n, m, first, second, derived, reduce):
    """relu(x w0) w1 of one core's parts."""
    types = [tensor(x_shape, "f32"), tensor((k, n), "f32"), tensor((x_shape[0], n), "f32"), tensor((n, m), "f32"), tensor((x_shape[0], m), "f32")]
    x_split = f", {split([0, -1])}" if grid and len(grid) > 1 else ""
    together = f'graph.all_reduce %p axis = {len(grid) - 1} : ({types[4]}) -> {types[4]} loc("2|MatMul|down")' if reduce else None
    lines = [f'func.func @main(%x: {types[0]} {{graph.name = "x"{x_split}}}) -> ({types[4]} {{graph.name = "y"{x_split}}}) {{',
             f"  %u = graph.constant {first} : {types[1]}",
             f"  %h = graph.contract %x, %u k_cut = 128 : ({types[0]}, {types[1]}) -> {types[2]}",
             f"  %r = graph.relu %h : ({types[2]}) -> {types[2]}",
             f"  %d = graph.constant {second} : {types[3]}",
             f"  %p = graph.contract %r, %d k_cut = 128 : ({types[2]}, {types[3]}) -> {types[4]}"]
    lines += [f"  %y = {together}", f"  return %y : {types[4]}"] if together else [f"  return %p : {types[4]}"]
    return Module(grid, constants, "\n".join(lines + ["}"]), derived)


def part_of(base, dim, parts, number, shape):
    """A constant of one core, as the compiler writes it: without a grid."""
    sizes = [n // parts if i == dim else n for i, n in enumerate(shape)]
    starts = [number * n // parts if i == dim else 0 for i, n in enumerate(shape)]
    numbers = lambda values: f"array<i64: {', '.join(map(str, values))}>"
    return (f'{{program = [{{sizes = {numbers(sizes)}, slice = {numbers(starts)}, strides = {numbers([1] * len(shape))}}}], '
            f'shape = {numbers(shape)}, span = {base} : i64, type = "f32"}}')


def shard_of(base, dim, parts, divisor, shape):
    return (f'{{program = [{{shard = array<i64: {dim}, {parts}, {divisor}>}}], '
            f"shape = array<i64: {', '.join(map(str, shape))}>, span = {base} : i64, type = \"f32\"}}")


def check_layer(constants, grid):
    """A matmul split by columns, one by rows, and the sum over the second axis; the batch is split over the first one."""
    parts, batches = grid[-1], grid[0] if len(grid) > 1 else 1
    k, n, m, rows = 160, 64, 48, 6
    x = random("f32", rows * batches, k)
    derived = [shard_of(0, 1, parts, 1, (k, n)), shard_of(1, 0, parts, 1, (n, m))]
    imported = int(constants[1])
    module = layer(grid, constants, (rows, k), k, n // parts, m, imported, imported + 1, derived, True)
    name = "layer-" + "x".join(map(str, grid))
    got = module.run(name, {"x": x})
    alone = []
    for number in range(parts):
        derived = [part_of(0, 1, parts, number, (k, n)), part_of(1, 0, parts, number, (n, m))]
        one = layer((), constants, (rows * batches, k), k, n // parts, m, imported, imported + 1, derived, False)
        alone.append(one.run(f"alone-{parts}-{number}", {"x": x})["y"])
    same(name, got, {"y": total(alone)})
    expected = [{"kind": "all_reduce", "bytes": rows * m * 4, "group": len(grid) - 1, "cores": parts, "node": "2", "operator": "MatMul", "name": "down", "count": 1}]
    assert module.report["collectives"] == expected, module.report["collectives"]
    check_phases(name)
    check_weights(name, parts, batches, k * n * 4, n * m * 4)


def check_phases(name):
    """Each phase can be stopped at and gone on from, with the same bytes in the end."""
    with open(os.path.join(work, name + ".glia"), "rb") as f:
        want = f.read()
    for phase in PHASES:
        glia("glia-cc", "compile", name + ".mlir", "--from", "sharded", "--constants", "weights.onnx", "--emit", phase, "-o", "phase.mlir")
        glia("glia-cc", "compile", "phase.mlir", "--from", phase, "--constants", "weights.onnx", "-o", "phase.glia")
        with open(os.path.join(work, "phase.glia"), "rb") as f:
            assert f.read() == want, f"{name}: other bytes from phase {phase}"


def check_weights(name, parts, batches, *sizes):
    """Each part is in the file once, named by all cores that have it."""
    text = subprocess.run([os.path.join(programs, "glia-objdump"), "-d", name + ".glia"], check=True, cwd=work, capture_output=True, text=True).stdout
    cores = sorted(tuple(int(core) for core in re.findall(r" on (\d+)", line)) for line in text.splitlines() if line.startswith(".constant"))
    want = sorted([tuple(batch * parts + number for batch in range(batches)) for number in range(parts)] * len(sizes))
    assert cores == want, f"{cores} against {want}"


def main():
    os.makedirs(work, exist_ok=True)
    constants = save_model({"w0": random("f32", 160, 64), "w1": random("f32", 64, 48)})
    for dim in range(3):
        check_gather(constants, "f32", dim, 2)
        check_reductions(constants, "f32", dim, 2)
    for type in ("bf16", "f16", "i32"):
        check_gather(constants, type, 1, 4)
        check_reductions(constants, type, 1, 4)
    for grid in ([2], [4], [2, 2]):
        check_layer(constants, grid)
    print("all as expected")


if __name__ == "__main__":
    main()
