#!/usr/bin/env python3
"""A model in every precision: within the tolerance of its type, close in direction, and the same bits at -O0 and -O2.

usage: precision.py PROGRAMS_FOLDER SOURCE_FOLDER WORK_FOLDER NAME

Prints the error of each against the reference in fp32. The tolerance is verify's, with the type's unit roundoff; that says little of
fp8, so the cosine is held as well: to 1 - (4 u)^2.
"""
import json
import os
import shutil
import subprocess
import sys

import numpy as np

programs, top, work, name = sys.argv[1:5]
sys.path.insert(0, os.path.join(top, "python"))
from filled_models import filled  # noqa: E402

ROUNDOFF = {"bf16": 2.0**-8, "fp16": 2.0**-11, "tf32": 2.0**-11, "fp8_e4m3": 2.0**-4, "fp8_e5m2": 2.0**-3}


def outputs(model, inputs, *flags):
    binary, archive = os.path.join(work, "out.glia"), os.path.join(work, "out.npz")
    subprocess.run([f"{programs}/glia-cc", "compile", model, *flags, "-o", binary], check=True)
    subprocess.run([f"{programs}/glia-run", binary, "--inputs", inputs, "--outputs", archive], check=True)
    with np.load(archive) as file:
        return {key: (value.dtype, value.shape, value.tobytes()) for key, value in file.items()}


def check(model, inputs, flags, mode, kind):
    cast = ["--auto-cast", mode, "--auto-cast-type", kind]
    report = os.path.join(work, "verify.json")
    subprocess.run([f"{programs}/glia-cc", "verify", model, "--inputs", inputs, "--json", report, *flags, *cast], check=True, stdout=subprocess.DEVNULL)
    with open(report, encoding="utf-8") as file:
        result = json.load(file)
    least = 1 - (4 * ROUNDOFF[kind]) ** 2
    good = result["ok"]
    for output in result["outputs"]:
        print(f"{name} {mode} {kind} {output['name']}: max abs error {output['max_abs_error']:.3e}, tolerance {output['tolerance']:.3e}, cosine {output['cosine']:.9f} (at least {least:.9f})")
        good &= output["ok"] and output["cosine"] >= least
    slow, fast = (outputs(model, inputs, *flags, *cast, level) for level in ("-O0", "-O2"))
    if slow != fast:
        print(f"{name} {mode} {kind}: -O0 and -O2 differ")
    if fast == outputs(model, inputs, *flags):
        print(f"{name} {mode} {kind}: the bits are those of fp32")
        return False
    return good and slow == fast


def main():
    shutil.rmtree(work, ignore_errors=True)
    os.makedirs(work)
    model, inputs, flags = filled(name)
    results = [check(model, inputs, flags, mode, kind) for mode in ("matmult", "all") for kind in ROUNDOFF]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
