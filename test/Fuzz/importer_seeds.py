"""importer_seeds.py SOURCE FOLDER: the tests' small models as files in FOLDER, where the importer's fuzz target begins.

They are the cases of EndToEnd/operators.py, the graphs in ONNX's text form in the tests of the importer, and those of Inputs/make_model.py.
"""
import ast
import importlib.util
import pathlib
import re
import subprocess
import sys

import onnx
import onnx.parser

top, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
folder.mkdir(parents=True, exist_ok=True)
HEADER = '<ir_version: 9, opset_import: ["" : 20]>\n'
LITERALS = re.compile(r'(?:"(?:[^"\\\n]|\\.)*"\s*)+')
ONE = re.compile(r'"(?:[^"\\\n]|\\.)*"')
LONGEST = 32768
made = set()


def save(name, model):
    data = model.SerializeToString()
    if len(data) <= LONGEST and data not in made:
        made.add(data)
        (folder / f"{name}.onnx").write_bytes(data)


def save_text(name, text):
    try:
        save(name, onnx.parser.parse_model(text if text.startswith("<") else HEADER + text))
    except Exception:  # the parser's own errors are of several kinds, and half a graph is no seed
        pass


specification = importlib.util.spec_from_file_location("operators", top / "test/EndToEnd/operators.py")
operators = importlib.util.module_from_spec(specification)
specification.loader.exec_module(operators)
for index, case in enumerate(operators.cases()):
    save(f"operator-{index}-{case.op}", case.model(operators.operands(case)))

for source in sorted((top / "test/Unit/Import").glob("*.cpp")):
    for index, match in enumerate(LITERALS.finditer(source.read_text())):
        text = "".join(ast.literal_eval(each) for each in ONE.findall(match.group()) if "\\x" not in each)
        if text.startswith(("g (", "<ir_version")):
            save_text(f"{source.stem}-{index}", text)
for source in sorted((top / "test").rglob("*.test")):
    for name, text in re.findall(r"^MODEL (\w+)\n((?:.+\n)+)", source.read_text(), re.M):
        save_text(f"{source.stem}-{name}", text)
for name in ("mlp", "conv", "attention", "unknown"):
    subprocess.run([sys.executable, str(top / "test/Inputs/make_model.py"), name, str(folder / f"{name}.onnx")], check=True)
    if (folder / f"{name}.onnx").stat().st_size > LONGEST:
        (folder / f"{name}.onnx").unlink()
