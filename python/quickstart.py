#!/usr/bin/env python3
"""What tools/quickstart shows: a trained classifier compiled for the chip, run on real files, beside ONNX Runtime.

usage: quickstart.py --programs build/bin --work FOLDER [FILE...]
"""
import argparse
import glob
import json
import os
import subprocess
import sys
import time

import numpy as np

from magika_features import Magika

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        raise SystemExit(f"error: {os.path.basename(command[0])} ended with status {done.returncode}:\n{done.stdout}")


def sample_files(magika, binary):
    """A handful of what is in a clone: text of several languages, a model, and the binary just made."""
    patterns = ["README.md", "LICENSE", "CMakeLists.txt", "CMakePresets.json", "tools/check", "lib/Support/*.cpp",
                "include/glia/ISA/*.td", "python/quickstart.py", "test/Dialect/Graph/*.mlir", "build/bin/glia-run"]
    found = [sorted(glob.glob(os.path.join(TOP, p)))[:1] for p in patterns]
    return [f for one in found for f in one] + [magika.model, binary]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("files", nargs="*")
    arguments = parser.parse_args()
    os.makedirs(arguments.work, exist_ok=True)
    magika = Magika(os.environ["GLIA_MODELS"])
    program = lambda name: os.path.join(arguments.programs, name)
    work = lambda name: os.path.join(arguments.work, name)

    binary, report = work("magika.glia"), work("magika.json")
    start = time.perf_counter()
    run(program("glia-cc"), "compile", magika.model, "--target", "trn2", "--input-shape", "bytes=1x2048",
        "--output", binary, "--report", report)
    with open(report, encoding="utf-8") as f:
        report = json.load(f)
    print(f"Compiled {os.path.basename(os.path.dirname(magika.model))} ({os.path.getsize(magika.model) / 1e6:.1f} MB, "
          f"{report['nodes']} ONNX nodes) for trn2 in {time.perf_counter() - start:.1f} s: "
          f"{sum(report['instructions'].values())} instructions, {os.path.getsize(binary) / 1e6:.1f} MB.\n")

    import onnxruntime
    session = onnxruntime.InferenceSession(magika.model, providers=["CPUExecutionProvider"])
    output = session.get_outputs()[0].name
    files = arguments.files or sample_files(magika, binary)
    print(f"{'file':<34} {'simulated chip':<24} {'ONNX Runtime':<24}")
    same, counters, host = 0, {}, 0.0
    for file in files:
        features = magika.file_features(file)
        np.savez(work("in.npz"), bytes=features)
        run(program("glia-run"), binary, "--inputs", work("in.npz"), "--outputs", work("out.npz"), "--counters", work("counters.json"))
        scores = np.load(work("out.npz"))[output][0]
        label, probability = magika.label(scores)
        wanted, reference = magika.label(session.run([output], {"bytes": features})[0][0])
        same += label == wanted
        with open(work("counters.json"), encoding="utf-8") as f:
            counters = json.load(f)
        host += counters["host_seconds"]
        shown = os.path.relpath(file, TOP) if os.path.abspath(file).startswith(TOP + os.sep) else os.path.basename(file)
        mark = "" if label == wanted else "   <-- differs"
        print(f"{shown[-34:]:<34} {label:<14} {probability:8.4%}  {wanted:<14} {reference:8.4%}{mark}")

    print(f"\n{same} of {len(files)} labels are the same as ONNX Runtime's.")
    print(f"For each file the chip needs {counters['time_ns'] / 1e6:.3f} ms by its timing model; simulating it took "
          f"{host / len(files):.2f} s on this machine. In that time")
    for name, engine in counters["engines"].items():
        if engine["instructions"]:
            share = engine["active_ns"] / counters["time_ns"]
            print(f"  the {name.capitalize():<7} engine ran {engine['instructions']:>7} instructions and was busy {share:6.1%} of the time")
    print(f"  {counters['dma_bytes'] / 1e6:.1f} MB were moved by DMA and {counters['macs'] / 1e6:.1f} million multiply-adds done.")
    return 0 if same == len(files) else 1


if __name__ == "__main__":
    sys.exit(main())
