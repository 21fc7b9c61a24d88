"""A lowering that is broken in the middle of bert_base is named, and its node fails alone: find_fault.py BIN SOURCE WORK"""
import json
import os
import shutil
import subprocess
import sys

binaries, source, work = sys.argv[1:]
sys.path.insert(0, os.path.join(source, "python"))
from filled_models import filled  # noqa: E402

NODE = "node_MatMul_443"  # of layer 6 of 12: the 226th node of 445
shutil.rmtree(work, ignore_errors=True)
os.makedirs(work)
model, inputs, _ = filled("bert_base")
compiler, result = os.path.join(binaries, "glia-cc"), os.path.join(work, "verify.json")
status = subprocess.run([compiler, "verify", model, "--inputs", inputs, "--test-drop-chunk-of", NODE, "--reproducer-dir", work, "--json", result]).returncode
assert status == 1, f"verify ended with {status}"
with open(result, encoding="utf-8") as f:
    difference = json.load(f)["first_difference"]
assert difference["phase"] == "tiled" and difference["node"].startswith(NODE + " ("), difference
sys.exit(subprocess.run([sys.executable, os.path.join(source, "test", "EndToEnd", "reproducer.py"), result, compiler]).returncode)
