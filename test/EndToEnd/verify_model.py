#!/usr/bin/env python3
"""A whole model against ONNX Runtime, on the machine with all its checks on.

usage: verify_model.py PROGRAMS_FOLDER SOURCE_FOLDER NAME [FLAG...]

The weights are filled from a seed (python/filled_models.py); the flags go to glia-cc verify.
"""
import os
import subprocess
import sys

programs, top, name = sys.argv[1:4]
sys.path.insert(0, os.path.join(top, "python"))
from filled_models import filled  # noqa: E402

model, inputs, flags = filled(name)
sys.exit(subprocess.run([os.path.join(programs, "glia-cc"), "verify", model, "--inputs", inputs, "--check", *flags, *sys.argv[4:]]).returncode)
