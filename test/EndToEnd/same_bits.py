#!/usr/bin/env python3
"""One model, one input: the same output bits on every path, and the same program bytes from two folders.

usage: same_bits.py PROGRAMS_FOLDER SOURCE_FOLDER WORK_FOLDER NAME full|axes

`full` is the cross product of -O0/-O2, two tilings, the host's SIMD levels and 1 and 2 threads; `axes` changes one at a time.
"""
import itertools
import os
import shutil
import subprocess
import sys

import numpy as np

programs, top, work, name, extent = sys.argv[1:6]
sys.path.insert(0, os.path.join(top, "python"))
from filled_models import filled  # noqa: E402


def compile_program(model, flags, output, folder):
    subprocess.run([f"{programs}/glia-cc", "compile", model, *flags, "--output", output], check=True, cwd=folder)
    with open(output, "rb") as f:
        return f.read()


def run(binary, inputs, *flags):
    outputs = os.path.join(work, "out.npz")
    subprocess.run([f"{programs}/glia-run", binary, "--inputs", inputs, "--outputs", outputs, *flags], check=True)
    with np.load(outputs) as archive:
        return {k: (v.dtype, v.shape, v.tobytes()) for k, v in archive.items()}


def host_levels():
    with open("/proc/cpuinfo", encoding="utf-8") as f:
        words = f.read().split()
    return ["scalar"] + [level for level, flag in (("avx2", "avx2"), ("avx512", "avx512bw")) if flag in words]


def main():
    shutil.rmtree(work, ignore_errors=True)
    for folder in ("a", "b"):
        os.makedirs(os.path.join(work, folder))
    model, inputs, flags = filled(name)
    compiled, builds = {}, list(itertools.product(("-O2", "-O0"), ("default", "small")))
    if extent == "axes":
        builds = [("-O2", "default"), ("-O0", "default"), ("-O2", "small")]
    for level, tiling in builds:
        binary = os.path.join(work, "a", f"{level[1:]}-{tiling}.glia")
        compiled[level, tiling] = binary
        content = compile_program(model, [*flags, level, "--test-tiling", tiling, "--threads", "1"], binary, os.path.join(work, "a"))
        if (level, tiling) == builds[0] or extent == "full":
            other = os.path.join(work, "b", "other.glia")
            if content != compile_program(model, [*flags, level, "--test-tiling", tiling, "--threads", "2"], other, os.path.join(work, "b")):
                print(f"{level} {tiling}: the program's bytes depend on folder or threads")
                return 1
    levels = host_levels()
    runs = list(itertools.product(levels, ("1", "2")))
    if extent == "axes":
        runs = [(levels[-1], "1"), (levels[-1], "2"), *((level, "2") for level in levels[:-1] if level != "scalar")]
    reference = run(compiled[builds[0]], inputs, "--simd", levels[-1], "--threads", "1")
    count = 0
    for build, binary in compiled.items():
        for simd, threads in runs if extent == "full" or build == builds[0] else runs[1:2]:
            count += 1
            if run(binary, inputs, "--simd", simd, "--threads", threads) != reference:
                print(f"{' '.join(build)} --simd {simd} --threads {threads}: other bits")
                return 1
    print(f"{name}: {len(compiled)} programs, {count} runs, the same bits")
    return 0


if __name__ == "__main__":
    sys.exit(main())
