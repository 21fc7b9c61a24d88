"""code_paths.py ISA.md TESTS GLIA-AS: every instruction of the table has a .s
test of its name in TESTS, and every value of its operators, commands, functions
and flags that the assembler accepts stands in one of them. Prints what is
missing.

What is legal is asked of glia-as, with the instruction's example and the same
on other types and engines."""
import os
import re
import subprocess
import sys
import tempfile

page, folder, assembler = sys.argv[1:4]
text = open(page).read()
sections = re.split(r"^### ", text, flags=re.M)[1:]

# Names of the enumerations' cases: the tables | `name` | number | text |.
cases = {}
for section in sections:
    names = re.findall(r"^\| \d+ \| `(\w+)` \|", section, re.M)
    if names:
        cases[section.split("\n")[0].lower()] = names

# The lines of the tests, by mnemonic.
lines, files = {}, os.listdir(folder)
for name in files:
    if name.endswith(".s"):
        for line in open(os.path.join(folder, name)):
            match = re.match(r"\s+([a-z]\w*)(?: (.*))?$", line)
            if match:
                lines.setdefault(match.group(1), []).append(match.group(2) or "")


def value_of(line, field):
    match = re.search(rf"\b{field}=(\w+)", line)
    return match.group(1) if match else None


def assembles(line, engine, target):
    with tempfile.TemporaryDirectory() as scratch:
        path = os.path.join(scratch, "a.s")
        with open(path, "w") as file:
            file.write(f".target {target}\n.hbm 1048576\n.{engine}\n  {line}\n  halt\n")
        return subprocess.run([assembler, path, "-o", path + ".glia"], capture_output=True).returncode == 0


def with_value(example, field, value):
    if value_of(example, field) is None:
        return f"{example}, {field}={value}"
    return re.sub(rf"\b{field}=\w+", f"{field}={value}", example)


def is_legal(example, engines, targets, field, value):
    line = with_value(example, field, value)
    variants = [line, re.sub(r"(sbuf|psum|ptr)\.\w+\[", r"\1.i32[", line).replace("psum.i32", "sbuf.i32")]
    variants.append(re.sub(r"#[-\w.]+", "#i32:1", variants[1]))
    return any(assembles(each, engine, target) for target in targets for engine in engines for each in dict.fromkeys(variants))


missing = []
for section in sections:
    mnemonic = section.split("\n")[0]
    runs = re.search(r"Runs on ([\w, ]+); targets: ([\w, ]+)", section)
    if not runs:
        continue
    engines = runs.group(1).split(", ")
    targets = ["trn2"] if runs.group(2) == "all" else [runs.group(2).split(", ")[-1]]
    own = [name for name in files if re.fullmatch(rf"{mnemonic}(-[\w-]+)?\.s", name)]
    if not own:
        missing.append(f"{mnemonic}: no test/Interpreter/{mnemonic}.s")
    example = re.search(rf"^    ({mnemonic}\b.*)$", section, re.M).group(1)
    for field, kind, initial in re.findall(r"^\| `(\w+)`(?:, [\w ]+)? \| ([^|]*) \| ([^|]*) \|", section, re.M):
        table = re.search(r"\(#(\w+)\)", kind)
        values = ["false", "true"] if kind == "0 or 1" else cases[table.group(1)] if table else []
        used = {value_of(line, field) for line in lines.get(mnemonic, [])}
        for value in values:
            if value in used or (None in used and initial == f"`{value}`"):
                continue
            if is_legal(example, engines, targets, field, value):
                missing.append(f"{mnemonic} {field}={value}")
print("\n".join(missing))
sys.exit(1 if missing else 0)
