"""Tries a reproducer: reproducer.py VERIFY.json [glia-cc]; its command must fail, and must not without the --test- flags."""
import json
import os
import shlex
import subprocess
import sys

import onnx

with open(sys.argv[1], encoding="utf-8") as f:
    reproducer = json.load(f)["reproducer"]
assert reproducer["fails_alone"], reproducer
words = shlex.split(reproducer["command"])
if len(sys.argv) > 2:
    words[0] = sys.argv[2]
hook = next(i for i, word in enumerate(words) if word.startswith("--test-"))
nodes = len(onnx.load(reproducer["model"]).graph.node)
again = os.path.join(os.path.dirname(reproducer["model"]), "again.json")
wrong = subprocess.run([*words, "--json", again, "--reproducer-dir", os.path.dirname(again)], stdout=subprocess.PIPE, text=True).returncode
with open(again, encoding="utf-8") as f:
    phase = json.load(f)["first_difference"]["phase"]
right = subprocess.run(words[:hook], stdout=subprocess.PIPE, text=True).returncode
print(f"{nodes} node{'' if nodes == 1 else 's'}: its command {'fails' if wrong == 1 else 'ends with ' + str(wrong)}, in phase {phase}; "
      f"without the hook it {'is ok' if right == 0 else 'fails'}")
sys.exit(0 if (nodes, wrong, right, phase) == (1, 1, 0, "tiled") else 1)
