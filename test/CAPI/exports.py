#!/usr/bin/env python3
"""libglia.so shows exactly the functions of glia-c/Glia.h.

usage: exports.py LLVM_NM LIBGLIA HEADER
"""
import re
import subprocess
import sys

nm, library, header = sys.argv[1:]
listed = subprocess.run([nm, "--dynamic", "--defined-only", "--just-symbol-name", library], stdout=subprocess.PIPE, text=True, check=True).stdout.split()
with open(header, encoding="utf-8") as f:
    declared = re.findall(r"GLIA_EXPORT[^;(]*?\b(glia\w+)\(", f.read())
extra, missing = sorted(set(listed) - set(declared)), sorted(set(declared) - set(listed))
print(f"{len(listed)} symbols; not in the header: {extra[:20]}; not exported: {missing}")
sys.exit(1 if extra or missing else 0)
