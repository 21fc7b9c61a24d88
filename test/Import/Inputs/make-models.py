"""Writes the models of a test: make-models.py TEST_FILE FOLDER.

A line "MODEL name" begins a model in ONNX's text form, which ends at the next blank line; FOLDER/name.onnx is written.
"""
import os
import sys

import onnx.parser

test, folder = sys.argv[1:]
os.makedirs(folder, exist_ok=True)
name, lines = None, []
with open(test) as file:
    for line in list(file) + [""]:
        if line.startswith("MODEL "):
            name, lines = line.split()[1], []
        elif name and not line.strip():
            model = onnx.parser.parse_model("".join(lines))
            onnx.save(model, os.path.join(folder, name + ".onnx"))
            name = None
        else:
            lines.append(line)
