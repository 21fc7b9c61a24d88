"""The table of docs/Models.md: every exporter graph and every trained model on trn2, fp32.

usage: models_table.py PROGRAMS_FOLDER WORK_FOLDER [NAME...]

A row compiles a model at -O2 (whole command: seconds, peak resident memory), verifies it against ONNX Runtime, runs the programs of -O2 and -O0 under
--check, and compares their outputs and states bit by bit. Exit status 1 if any row is not `ok` throughout, but for `ill-conditioned`: there verify itself
found that the program equals Glia's own evaluation of the model, and that terms cancel at a node so that the order of a sum explains the difference.
The largest models come last.
"""
import json
import os
import sys

import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from filled_models import filled  # noqa: E402
from measured import measured  # noqa: E402
from trained_models import build_minilm, find, light_models  # noqa: E402

EXPORTED = ("mobilenet_v3", "efficientnet_b0", "unet", "resnet50", "resnet50_ts", "vit_b_16", "bert_base", "bert_base_ts", "gpt2", "gpt2_decode", "llama_2l")
ILL_CONDITIONED = "cancel for this input (ill-conditioned)"
SILERO = {"silero_vad": ["--input-shape", "input=1x576", "--input-shape", "state=2x1x128", "--input-value", "sr=16000", "--state", "state=stateN"],
          "silero_vad_16k_op15": ["--input-shape", "input=1x576", "--input-shape", "state=2x1x128", "--input-value", "sr=16000", "--state", "state=stateN"],
          "silero_vad_16k_sequence": ["--dim", "sequence_length=6", "--state", "h=hn", "--state", "c=cn"]}


def minilm(work):
    path, inputs = os.path.join(work, "minilm.onnx"), os.path.join(work, "minilm.npz")
    build_minilm(path)
    ids = np.array([[101, 1037, 2158, 2003, 5983, 2833, 1012, 102, *[0] * 24], [101, 2019, 10527, 2003, 4937, 1012, 102, *[0] * 25]])
    np.savez(inputs, input_ids=ids, attention_mask=(ids != 0).astype(np.int64))
    return path, inputs, ["--dim", "batch=2", "--dim", "sequence=32"]


def models(work):
    """name -> function that gives the model, an .npz of inputs or None (seeded), and flags of compiling."""
    table = {"magika": lambda: filled("magika"), "minilm": lambda: minilm(work)}
    for name, flags in SILERO.items():
        table[name] = lambda name=name, flags=flags: (find(f"silero-*/{name}.onnx"), None, flags)
    table["ppocr_cls"] = lambda: (find("ppocr-*/ch_ppocr_mobile_v2.0_cls_mobile.onnx"), None, ["--input-shape", "x=1x3x48x192"])
    table["ppocr_rec"] = lambda: (find("ppocr-*/PP-OCRv6_rec_small.onnx"), None, ["--input-shape", "x=1x3x48x320"])
    for name, (path, _) in light_models().items():
        table[name] = lambda path=path: (path, None, [])
    for name in EXPORTED:
        table[name] = lambda name=name: filled(name)
    return table


def same_arrays(left, right):
    """Two .npz or .safetensors files with the same bits."""
    if left.endswith(".npz"):
        with np.load(left) as a, np.load(right) as b:
            return a.files == b.files and all(a[k].dtype == b[k].dtype and a[k].tobytes() == b[k].tobytes() for k in a.files)
    with open(left, "rb") as a, open(right, "rb") as b:
        return a.read() == b.read()


def row(programs, work, model, inputs, flags):
    """-> the columns behind the name, and what went wrong."""
    compiler, machine = os.path.join(programs, "glia-cc"), os.path.join(programs, "glia-run")
    file = lambda name: os.path.join(work, "table." + name)
    faults, given = [], ["--inputs", inputs] if inputs else []
    status, said, seconds, peak = measured(compiler, "compile", model, *flags, "-O2", "--output", file("O2.glia"))
    if status:
        return ["-"] * 6, [said]
    checks = []
    for level in ("O2", "O0"):
        if level == "O0":
            status, said, _, _ = measured(compiler, "compile", model, *flags, "-O0", "--output", file("O0.glia"))
            if status:
                return ["-"] * 6, [said]
        run = [machine, file(level + ".glia"), *given, "--check", "--threads", "2", "--outputs", file(level + ".npz"), "--save-state", file(level + ".safetensors")]
        status, said, _, _ = measured(*run)
        lines = [line for line in said.splitlines() if not line.startswith("note: ")]
        checks.append("ok" if status == 0 and not lines else f"{len(lines)} lines")
        faults += [f"-{level} --check: {line}" for line in lines[:3]]
        os.remove(file(level + ".glia"))
        if status:
            return ["-"] * 6, faults
    same = all(same_arrays(file("O2" + end), file("O0" + end)) for end in (".npz", ".safetensors"))
    if not same:
        faults.append("-O0 and -O2 have other bits")
    with open(file("verify"), "w+", encoding="utf-8") as output:
        status, said, _, _ = measured(compiler, "verify", model, *flags, *given, "--threads", "2", "--json", file("json"), output=output)
        output.seek(0)
        explained = status == 1 and ILL_CONDITIONED in output.read()
    if status and not explained:
        faults.append(f"verify: status {status} {said}")
    with open(file("json"), encoding="utf-8") as f:
        outputs = json.load(f)["outputs"]
    worst = max(outputs, key=lambda o: o["max_abs_error"] / (o["tolerance"] or 1e-30))
    checked = "ok" if checks == ["ok", "ok"] else ", ".join(checks)
    return ["ok" if status == 0 else "ill-conditioned" if explained else "FAIL", f"{worst['max_abs_error']:.1e} / {worst['tolerance']:.1e}", checked, "yes" if same else "NO",
            f"{seconds:.2f}", f"{peak:.0f}"], faults


def main():
    programs, work, *names = sys.argv[1:]
    os.makedirs(work, exist_ok=True)
    table = models(work)
    unknown = [name for name in names if name not in table]
    if unknown:
        sys.exit(f"error: no model is called {', '.join(unknown)}; there are {', '.join(table)}")
    print("| model | verify | largest error / tolerance | --check | -O0 = -O2 | compile s | compile peak MiB |\n|---|---|---|---|---|---|---|", flush=True)
    bad = explained = 0
    for name in names or table:
        columns, faults = row(programs, work, *table[name]())
        print("| " + " | ".join([name, *columns]) + " |", flush=True)
        for fault in faults:
            print(f"  {name}: {fault}", flush=True)
        bad += bool(faults)
        explained += columns[0] == "ill-conditioned"
    print(f"{len(names or table)} models, {bad} with faults, {explained} ill-conditioned")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
