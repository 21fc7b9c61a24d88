#!/usr/bin/env python3
"""The list of error codes in docs/Errors.md, from include/glia/Support/Errors.def.

usage: errors_page.py [--check | --tests] SOURCE_FOLDER

Without a flag the part between the markers is rewritten; --check compares; --tests lists the codes that no test names.
"""
import os
import re
import sys

BEGIN, END = "<!-- generated from Errors.def: ninja bless -->", "<!-- end of the generated part -->"
# A fault of the system cannot be provoked by an input.
NOT_PROVOKED = {"4601"}


def read_codes(top):
    with open(os.path.join(top, "include/glia/Support/Errors.def"), encoding="utf-8") as f:
        text = f.read().split("#endif", 1)[1]
    string = r'"(?:[^"\\]|\\.)*"'
    entries = re.findall(rf"GLIA_ERROR\(\s*(\d{{4}})\s*,\s*(\w+)\s*,\s*({string})\s*,\s*((?:{string}\s*)+)\)", text)
    join = lambda literals: "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', literals)).replace('\\"', '"').replace("\\\\", "\\")
    codes = [(code, kind, join(title), join(explanation)) for code, kind, title, explanation in entries]
    if len(codes) != text.count("GLIA_ERROR("):
        raise SystemExit(f"error: read {len(codes)} of {text.count('GLIA_ERROR(')} entries of Errors.def")
    return sorted(codes)


def page(codes):
    lines = [BEGIN, ""]
    for code, kind, title, explanation in codes:
        lines += [f"**GLIA-E{code}** ({kind}): {title}. {explanation}", ""]
    return "\n".join(lines + [END])


def tests_text(top):
    parts = []
    for folder, _, names in os.walk(os.path.join(top, "test")):
        for name in names:
            if name.endswith((".cpp", ".h", ".py", ".mlir", ".s", ".test", ".td", ".c", ".txt")):
                with open(os.path.join(folder, name), encoding="utf-8", errors="replace") as f:
                    parts.append(f.read())
    return "\n".join(parts)


def main():
    top = sys.argv[-1]
    codes = read_codes(top)
    if "--tests" in sys.argv:
        text = tests_text(top)
        untested = [code for code, *_ in codes if code not in NOT_PROVOKED and not re.search(rf"E{code}\b", text)]
        print(f"{len(codes)} codes; without a test: {' '.join(untested) or 'none'}")
        return 1 if untested else 0
    path = os.path.join(top, "docs/Errors.md")
    with open(path, encoding="utf-8") as f:
        old = f.read()
    new = old[: old.index(BEGIN)] + page(codes) + old[old.index(END) + len(END):]
    if "--check" in sys.argv:
        if new != old:
            print("docs/Errors.md is not what Errors.def gives: ninja -C build bless, and read the difference")
        return 1 if new != old else 0
    if new != old:
        with open(path, "w", encoding="utf-8") as f:
            f.write(new)
    return 0


if __name__ == "__main__":
    sys.exit(main())
