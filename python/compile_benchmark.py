"""The part `compile` of benchmark.py: compiling beside IREE, and memory against weights.

IREE 3.13 (iree-import-onnx and iree-compile for llvm-cpu) comes from PyPI into an environment of its own in the cache folder. Times are wall
times, memory is the peak resident size of the largest process, as GNU time shows it; everyone takes turns and the best counts.
"""
import os
import subprocess
import sys

from filled_models import cache_folder, filled
from measured import measured

IREE_VERSION = "3.13"
BESIDE_IREE = ("resnet50", "bert_base")
ALL = ("magika", "mobilenet_v3", "efficientnet_b0", "unet", "resnet50", "resnet50_ts", "vit_b_16", "bert_base", "bert_base_ts", "gpt2", "gpt2_decode",
       "llama_2l")
MIB = 2**20


def timed(*command):
    """-> (seconds, peak resident MiB of the largest process)."""
    status, said, seconds, peak = measured(*command)
    if status:
        raise SystemExit(f"error: {' '.join(command)} failed:\n{said[-2000:]}")
    return seconds, peak


def iree_folder():
    """The environment with IREE, made at the first call; None where PyPI does not give it."""
    folder = cache_folder(f"iree-{IREE_VERSION}-1")
    ready = os.path.join(folder, ".ready")
    if not os.path.exists(ready):
        pip = os.path.join(folder, "bin", "pip")
        commands = (["/usr/bin/python3", "-m", "venv", "--clear", folder], [pip, "install", "-q", "--disable-pip-version-check", f"iree-base-compiler[onnx]=={IREE_VERSION}.*"])
        for command in commands:
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode:
                print(f"  no IREE: {' '.join(command)}: {done.stderr.strip()[-300:]}", file=sys.stderr)
                return None
        with open(ready, "w", encoding="utf-8"):
            pass
    return os.path.join(folder, "bin")


def least(best, seconds, memory):
    return (seconds, memory) if best is None else (min(best[0], seconds), min(best[1], memory))


def beside_iree(glia_cc, work, rounds):
    bin_folder = iree_folder()
    rows = []
    if not bin_folder:
        return rows
    print(f"compiling beside IREE {IREE_VERSION} (iree-import-onnx, iree-compile for llvm-cpu), whole commands; bound: 0.5 of its time and 0.5 of its memory")
    for name in BESIDE_IREE:
        model, _, flags = filled(name)
        binary, mlir, vmfb = (os.path.join(work, name + suffix) for suffix in (".glia", ".iree.mlir", ".vmfb"))
        ours = imported = compiled = None
        for _ in range(rounds):
            imported = least(imported, *timed(os.path.join(bin_folder, "iree-import-onnx"), model, "-o", mlir))
            compiled = least(compiled, *timed(os.path.join(bin_folder, "iree-compile"), "--iree-hal-target-device=local", "--iree-hal-local-target-device-backends=llvm-cpu",
                                              "--iree-llvmcpu-target-cpu=host", mlir, "-o", vmfb))
            ours = least(ours, *timed(glia_cc, "compile", model, *flags, "-O2", "--output", binary))
        for path in (mlir, vmfb):
            os.remove(path)
        seconds, memory = imported[0] + compiled[0], max(imported[1], compiled[1])
        row = {"model": name, "seconds": ours[0], "peak_mib": ours[1], "iree_import_seconds": imported[0], "iree_compile_seconds": compiled[0],
               "iree_peak_mib": memory, "time_ratio": ours[0] / seconds, "memory_ratio": ours[1] / memory}
        rows.append(row)
        print(f"  {name:<12} {ours[0]:>6.2f} s {ours[1]:>6.0f} MiB; IREE {imported[0]:.2f} + {compiled[0]:.2f} s, {memory:.0f} MiB: "
              f"x{row['time_ratio']:.3f} of its time, x{row['memory_ratio']:.3f} of its memory{'' if max(row['time_ratio'], row['memory_ratio']) <= 0.5 else '   NOT HELD'}", flush=True)
    return rows


def weight_bytes(model):
    """What the file and its external data hold."""
    data = model + ".data"
    return os.path.getsize(model) + (os.path.getsize(data) if os.path.exists(data) else 0)


def memory(glia_cc, work, names):
    rows = []
    print("compiling at -O2, time and peak memory; bound: 0.3 of the weights + 300 MB, and 1 GiB where they are external (llama_2l)")
    for name in names:
        model, _, flags = filled(name)
        binary = os.path.join(work, name + ".glia")
        seconds, peak = timed(glia_cc, "compile", model, *flags, "--output", binary)
        weights = weight_bytes(model)
        bound = (0.3 * weights + 300e6) / MIB
        if os.path.exists(model + ".data"):
            bound = min(bound, 1024)
            os.remove(binary)
        rows.append({"model": name, "seconds": seconds, "peak_mib": peak, "weights_mib": weights / MIB, "bound_mib": bound})
        print(f"  {name:<16} {weights / MIB:>5.0f} MiB of weights, {seconds:>6.2f} s, {peak:>5.0f} MiB, bound {bound:>5.0f} MiB{'' if peak <= bound else '   NOT HELD'}", flush=True)
    return rows


def run(glia_cc, work, rounds, names):
    return {"iree": beside_iree(glia_cc, work, rounds), "memory": memory(glia_cc, work, names or ALL)}
