#!/usr/bin/env python3
"""Times of compiling, interpreting and ONNX Runtime on one thread each, and peak memory.

usage: benchmark.py --programs build/bin --work FOLDER [--json FILE] [MODEL...]
"""
import argparse
import json
import os
import subprocess
import sys
import time

from filled_models import NAMES, TOP, filled


def timed(*command):
    """-> (seconds, peak resident MiB, standard output)."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"error: {' '.join(command)} failed")
    return time.perf_counter() - start, usage.ru_maxrss / 1024, output


def measure(name, programs, work):
    model, inputs, flags = filled(name)
    binary, outputs, counters = (os.path.join(work, name + suffix) for suffix in (".glia", ".npz", ".json"))
    compile_seconds, compile_memory, _ = timed(f"{programs}/glia-cc", "compile", model, *flags, "--threads", "1", "--output", binary)
    run_seconds, run_memory, _ = timed(f"{programs}/glia-run", binary, "--inputs", inputs, "--outputs", outputs, "--threads", "1", "--counters", counters)
    _, ort_memory, said = timed(sys.executable, os.path.join(TOP, "python", "reference.py"), model, "--inputs", inputs, "--outputs", outputs + ".ort.npz", "--threads", "1")
    with open(counters, encoding="utf-8") as f:
        counted = json.load(f)
    return {"model": name, "model_mib": os.path.getsize(model) / 2**20, "program_mib": os.path.getsize(binary) / 2**20,
            "compile_seconds": compile_seconds, "compile_peak_mib": compile_memory, "interpret_seconds": run_seconds, "interpret_peak_mib": run_memory,
            "onnxruntime_seconds": json.loads(said.splitlines()[-1])["seconds"], "onnxruntime_peak_mib": ort_memory, "modelled_ms": counted["time_ns"] / 1e6,
            "macs": counted["macs"]}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("--json")
    parser.add_argument("models", nargs="*", default=NAMES)
    arguments = parser.parse_args()
    os.makedirs(arguments.work, exist_ok=True)
    rows = []
    print(f"{'model':<12} {'file':>8} {'MACs':>9} | {'compile':>9} {'memory':>9} | {'interpret':>9} {'memory':>9} | {'ORT':>9} {'memory':>9} | {'chip (model)':>12}")
    for name in arguments.models:
        row = measure(name, arguments.programs, arguments.work)
        rows.append(row)
        print(f"{name:<12} {row['model_mib']:>4.0f} MiB {row['macs'] / 1e9:>7.2f} G | {row['compile_seconds']:>7.2f} s {row['compile_peak_mib']:>5.0f} MiB | "
              f"{row['interpret_seconds']:>7.2f} s {row['interpret_peak_mib']:>5.0f} MiB | {row['onnxruntime_seconds']:>7.3f} s {row['onnxruntime_peak_mib']:>5.0f} MiB | "
              f"{row['modelled_ms']:>9.3f} ms", flush=True)
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as f:
            json.dump(rows, f, indent=2)
    return 0


if __name__ == "__main__":
    sys.exit(main())
