#!/usr/bin/env python3
"""The table of docs/Performance.md: what Glia takes, beside others on this machine, in one run.

usage: benchmark.py --programs build/bin --work FOLDER [--blas LIBRARY]... [--rounds N] [--json FILE] [--only PART]... [MODEL...]

Parts: matmul (the micro-kernel against SGEMM of the BLAS libraries), models (interpreting against ONNX Runtime at 1 and 2 threads),
compile (beside IREE, and memory against weights: compile_benchmark.py), layers (compile time over the number of equal layers),
profile (modelled MFU, HBM traffic, spills and transposes of every model of docs/Models.md; exit status 1 if a bound is not held), timing (instructions a second of --timing-only),
start (until the first instruction of a 500 MB binary). Everyone takes turns, --rounds times, and the best of each counts: others who work on this machine make a time longer,
never shorter.
"""
import argparse
import json
import math
import os
import subprocess
import sys
import time

import compile_benchmark
import models_table
from filled_models import NAMES, TOP, filled
from layered_model import save_layered_model

PARTS = ("matmul", "models", "compile", "layers", "profile", "timing", "start")
LAYERS = (12, 24, 48, 96)
ORT_ROUND = """
import json, sys, time, numpy, onnxruntime
model, inputs, threads = sys.argv[1:]
options = onnxruntime.SessionOptions()
options.intra_op_num_threads = options.inter_op_num_threads = int(threads)
begin = time.perf_counter()
session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
values = dict(numpy.load(inputs))
seconds = []
for _ in range(4):
    start = time.perf_counter()
    session.run(None, values)
    seconds.append(time.perf_counter() - start)
    if len(seconds) == 1:
        first = time.perf_counter() - begin
print(json.dumps({"warm": min(seconds[1:]), "cold": first, "version": onnxruntime.__version__}))
"""


def timed(*command):
    """-> (seconds, standard output)."""
    start = time.perf_counter()
    process = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    seconds = time.perf_counter() - start
    if process.returncode:
        raise SystemExit(f"error: {' '.join(command)} failed")
    return seconds, process.stdout


def read_json(path):
    with open(path, encoding="utf-8") as f:
        return json.load(f)


class Benchmark:
    def __init__(self, programs, work, blas, rounds):
        self.programs, self.work, self.blas, self.rounds = programs, work, blas, rounds
        self.not_held = []  # modelled bounds, the same on every machine

    def tool(self, name, *arguments):
        return timed(os.path.join(self.programs, name), *arguments)

    def binary(self, name):
        """-> (model, inputs, binary), compiled if it is not there yet."""
        model, inputs, flags = filled(name)
        binary = os.path.join(self.work, name + ".glia")
        compiler = os.path.join(self.programs, "glia-cc")
        if not os.path.exists(binary) or os.path.getmtime(binary) < os.path.getmtime(compiler):
            self.tool("glia-cc", "compile", model, *flags, "--output", binary)
        return model, inputs, binary

    def matmul(self, _models):
        result = json.loads(self.tool("glia-benchmark", "matmul", str(4 * self.rounds), *self.blas)[1])
        peak, contestants = result["peak_gflops"], result["contestants"]
        peers = [each for each in contestants if "library" in each]
        best = max((each["gflops"] for each in peers), default=None)
        print(f"matmul 2048^3, fp32, one thread (Glia: instructions of K 128, M 128, N 512); fma peak of the core {peak:.1f} GFLOP/s, "
              f"copying memory {result['copy_gb_per_s']:.1f} GB/s")
        for each in contestants:
            ratio = f", {each['gflops'] / best:.3f} of the best BLAS" if best and each not in peers else ""
            of_peak = f" ({each['gflops'] / peak:.2f} of peak)" if peak else ""
            print(f"  {each['name']:<18} kernel {each['kernel']:<10} {each['gflops']:>7.1f} GFLOP/s{of_peak}{ratio}")
        return result

    def interpret(self, binary, inputs, threads):
        """-> (seconds of the third call, of the whole process with one call)."""
        counters = os.path.join(self.work, "counters.json")
        outputs = os.path.join(self.work, "outputs.npz")
        common = (binary, "--inputs", inputs, "--outputs", outputs, "--threads", str(threads), "--counters", counters)
        cold = self.tool("glia-run", *common)[0]
        self.tool("glia-run", *common, "--repeat", "3")
        return read_json(counters)["host_seconds"], cold

    def models(self, models):
        rows = []
        print("interpreting, fp32: a warm call, and from the start of the process to the end of the first call (ONNX Runtime: session and first call)")
        for name in models:
            model, inputs, binary = self.binary(name)
            for threads in (1, 2):
                best = {}
                for _ in range(self.rounds):
                    warm, cold = self.interpret(binary, inputs, threads)
                    ort = json.loads(timed(sys.executable, "-c", ORT_ROUND, model, inputs, str(threads))[1])
                    for key, value in (("warm", warm), ("cold", cold), ("ort_warm", ort["warm"]), ("ort_cold", ort["cold"])):
                        best[key] = min(best.get(key, value), value)
                rows.append({"model": name, "threads": threads, "version": ort["version"], **best})
                print(f"  {name:<12} {threads} thread{'s' if threads > 1 else ' '} {best['warm']:>7.3f} s, ONNX Runtime {ort['version']} {best['ort_warm']:>7.3f} s: "
                      f"x{best['warm'] / best['ort_warm']:.2f}   | cold {best['cold']:>7.3f} s, {best['ort_cold']:>7.3f} s: x{best['cold'] / best['ort_cold']:.2f}",
                      flush=True)
        return rows

    def compile(self, models):
        names = None if models == list(NAMES) else models
        return compile_benchmark.run(os.path.join(self.programs, "glia-cc"), self.work, self.rounds, names)

    def profile(self, models):
        """Modelled time, and what moves against what must move, for every model."""
        table = models_table.models(self.work)
        names = table if models == list(NAMES) else models
        path = os.path.join(self.work, "profile.json")
        rows = []
        print("modelled on one trn2 core; bound: HBM x3.00 of the compulsory bytes, no spills on bert_base, gpt2 and resnet50")
        print(f"  {'':<23} {'time':>10} {'MFU':>7} {'HBM MB':>8} {'least MB':>8} {'ratio':>7} {'spilled MB':>10} {'transposes':>10} {'of Tensor':>9}")
        for name in names:
            model, _, flags = table[name]()
            self.tool("glia-cc", "profile", model, *flags, "--json", path)
            (row,) = read_json(path)["models"]
            for key in ("nodes", "operators"):
                del row[key]
            hbm = row["hbm"]
            moved, least, spilled = hbm["read_bytes"] + hbm["write_bytes"], hbm["compulsory_bytes"]["total"], hbm["spill_bytes"]
            broken = [] if hbm["ratio"] <= 3 else ["traffic"]
            broken += ["spills"] if spilled and name in ("bert_base", "gpt2", "resnet50") else []
            rows.append({**row, "model": name, "not_held": broken})
            self.not_held += [f"{name}: {what}" for what in broken]
            print(f"  {name:<23} {row['time_ns'] / 1e6:>7.3f} ms {100 * row['mfu']:>5.1f} % {moved / 1e6:>8.1f} {least / 1e6:>8.1f} x{hbm['ratio']:>6.2f} {spilled / 1e6:>10.1f} "
                  f"{row['transposes']['count']:>10} {100 * row['transposes']['share']:>7.1f} %{'   NOT HELD: ' + ', '.join(broken) if broken else ''}", flush=True)
        return rows

    def layers(self, _models):
        seconds = {}
        for count in LAYERS:
            model = os.path.join(self.work, "layers.onnx")
            save_layered_model(count, model)
            seconds[count] = min(self.tool("glia-cc", "compile", model, "--threads", "1", "--output", os.path.join(self.work, "layers.glia"))[0]
                                 for _ in range(self.rounds))
        steps = [math.log2(seconds[more] / seconds[fewer]) for fewer, more in zip(LAYERS, LAYERS[1:])]
        print("compiling copies of one transformer layer, each with weights of its own: " + ", ".join(f"{n} in {s:.2f} s" for n, s in seconds.items())
              + f"; exponent of time {math.log(seconds[LAYERS[-1]] / seconds[LAYERS[0]]) / math.log(LAYERS[-1] / LAYERS[0]):.2f}, from one count to the next "
              + ", ".join(f"{step:.2f}" for step in steps))
        return {"seconds": seconds, "exponents": steps}

    def timing(self, models):
        result = json.loads(self.tool("glia-benchmark", "timing", str(self.rounds))[1])
        print(f"--timing-only, million instructions a second on one core: a program of {result['instructions']} unrolled instructions "
              f"{result['first_run_per_second'] / 1e6:.1f} in the first call, {result['later_runs_per_second'] / 1e6:.1f} in later ones")
        rows = {"generated": result}
        for name in models:
            _, _, binary = self.binary(name)
            counters = os.path.join(self.work, "counters.json")
            best = {}
            for _ in range(self.rounds):
                for calls in (1, 3):
                    self.tool("glia-run", binary, "--timing-only", "--repeat", str(calls), "--counters", counters)
                    counted = read_json(counters)
                    instructions = sum(engine["instructions"] for engine in counted["engines"].values())
                    best[calls] = max(best.get(calls, 0), instructions / counted["host_seconds"])
            rows[name] = {"instructions": instructions, "modelled_ns": counted["time_ns"], "macs": counted["macs"],
                          "first_run_per_second": best[1], "later_runs_per_second": best[3]}
            print(f"  {name:<12} {instructions} instructions, {best[1] / 1e6:.1f} and {best[3] / 1e6:.1f}; modelled time on the chip {counted['time_ns'] / 1e6:.3f} ms")
        return rows

    def start(self, _models):
        path = os.path.join(self.work, "large.glia")
        self.tool("glia-benchmark", "object", path, str(500 * 10**6))
        seconds = min(self.tool("glia-run", path)[0] for _ in range(4 * self.rounds))
        os.remove(path)
        print(f"glia-run of a 500 MB binary that halts at once: {seconds * 1000:.1f} ms from start to end of the process")
        return {"bytes": 500 * 10**6, "seconds": seconds}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("--blas", action="append", default=[])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json")
    parser.add_argument("--only", action="append", choices=PARTS)
    parser.add_argument("models", nargs="*", default=list(NAMES))
    arguments = parser.parse_args()
    os.makedirs(arguments.work, exist_ok=True)
    benchmark = Benchmark(arguments.programs, arguments.work, arguments.blas, arguments.rounds)
    result = {}
    for part in arguments.only or PARTS:
        result[part] = getattr(benchmark, part)(arguments.models)
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as f:
            json.dump(result, f, indent=2)
    return 1 if benchmark.not_held else 0


if __name__ == "__main__":
    sys.exit(main())
