"""Writes FOLDER with models whose weights are reached by a link, a pipe and the like."""
import os
import sys

import onnx
from onnx import TensorProto, helper

folder = sys.argv[1]
os.makedirs(folder + "/real", exist_ok=True)
os.chdir(folder)
for name in ("real/weights.bin", "twice.bin"):
    with open(name, "wb") as file:
        file.write(bytes(4000))
for source, name in (("real/weights.bin", "link.bin"), ("real", "parent")):
    if not os.path.lexists(name):
        os.symlink(source, name)
if not os.path.exists("hard.bin"):
    os.link("twice.bin", "hard.bin")
if not os.path.exists("pipe"):
    os.mkfifo("pipe")

for name, location in {"link": "link.bin", "parent": "parent/weights.bin", "hard": "hard.bin", "pipe": "pipe", "folder": "real",
                       "long": "a/" * 3000 + "b", "zero": "real\0/weights.bin"}.items():
    weights = TensorProto(name="w", data_type=TensorProto.FLOAT, dims=[1000], data_location=TensorProto.EXTERNAL)
    weights.external_data.add(key="location", value=location)
    values = [helper.make_tensor_value_info(n, TensorProto.FLOAT, [1000]) for n in ("x", "y")]
    graph = helper.make_graph([helper.make_node("Add", ["x", "w"], ["y"])], "g", values[:1], values[1:], [weights])
    with open(name + ".onnx", "wb") as file:
        file.write(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9).SerializeToString())
