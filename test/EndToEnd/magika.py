#!/usr/bin/env python3
"""Magika on real files: the machine's label is ONNX Runtime's, the probability within 1e-4.

usage: magika.py PROGRAMS_FOLDER SOURCE_FOLDER WORK_FOLDER
"""
import glob
import os
import subprocess
import sys

import numpy as np
import onnxruntime

TOP = sys.argv[2]
sys.path[:0] = [os.path.join(TOP, "python"), os.path.join(TOP, "test", "EndToEnd")]
from magika_features import Magika  # noqa: E402
from sample_files import write_samples  # noqa: E402

TOLERANCE, FILES, KINDS = 1e-4, 40, 15


def gather(work):
    """The written samples, then what every checkout and every machine with the environment has."""
    folder = os.path.join(work, "samples")
    os.makedirs(folder, exist_ok=True)
    site = os.path.dirname(os.path.dirname(np.__file__))
    patterns = [f"{TOP}/README.md", f"{TOP}/LICENSE", f"{TOP}/CMakeLists.txt", f"{TOP}/tools/check", f"{TOP}/lib/Support/*.cpp", f"{TOP}/dialects/Graph/*.td",
                f"{TOP}/test/Models/resnet50_ts.onnx", f"{site}/numpy/__init__.py", f"{site}/numpy/*.pyi", f"{site}/numpy/_core/*.so", f"{site}/numpy-*/METADATA",
                "/bin/true", "/usr/bin/perl", "/usr/share/perl/*/strict.pm", "/etc/passwd", "/usr/include/stdio.h"]
    found = [sorted(glob.glob(p))[:1] for p in patterns]
    return write_samples(folder) + [f for one in found for f in one]


def main():
    programs, work = sys.argv[1], sys.argv[3]
    os.makedirs(work, exist_ok=True)
    magika = Magika(os.environ["GLIA_MODELS"])
    binary = os.path.join(work, "magika.glia")
    subprocess.run([f"{programs}/glia-cc", "compile", magika.model, "--target", "trn2", "--input-shape", "bytes=1x2048", "--output", binary], check=True)
    session = onnxruntime.InferenceSession(magika.model, providers=["CPUExecutionProvider"])
    output = session.get_outputs()[0].name
    faults, kinds, worst, files = [], set(), 0.0, gather(work)
    for path in files:
        features = magika.file_features(path)
        np.savez(f"{work}/in.npz", bytes=features)
        subprocess.run([f"{programs}/glia-run", binary, "--inputs", f"{work}/in.npz", "--outputs", f"{work}/out.npz"], check=True)
        label, probability = magika.label(np.load(f"{work}/out.npz")[output][0])
        wanted, reference = magika.label(session.run([output], {"bytes": features})[0][0])
        kinds.add(wanted)
        worst = max(worst, abs(probability - reference))
        print(f"{os.path.basename(path):<28} {label:<14} {probability:.6f}  {wanted:<14} {reference:.6f}")
        if label != wanted or not abs(probability - reference) <= TOLERANCE:
            faults.append(path)
    print(f"{len(files)} files of {len(kinds)} kinds, largest difference {worst:.2e}")
    if len(files) < FILES or len(kinds) < KINDS:
        faults.append(f"expects {FILES} files of {KINDS} kinds")
    print("\n".join(f"wrong: {fault}" for fault in faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
