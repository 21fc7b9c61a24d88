#!/usr/bin/env python3
"""Reads every #include line against the floors of docs/Architecture.md, section 2.

usage: check_layers.py SOURCE_FOLDER

A file may include its own room and what stands on a lower floor, nothing beside or above. Floors 0-2 and the machine's tools
know no MLIR; floor 6 knows it only through floor 5.
"""
import os
import re
import sys

# folder prefix -> (floor, room). The longest prefix that fits counts.
ROOMS = {
    "include/glia/Support": (0, "Support"), "lib/Support": (0, "Support"),
    "include/glia/Allocator": (0.5, "Allocator"), "lib/Allocator": (0.5, "Allocator"),
    "include/glia/ISA": (1, "ISA"), "lib/ISA": (1, "ISA"),
    "include/glia/Object": (1.5, "Object"), "lib/Object": (1.5, "Object"),  # above lib/ISA on the same floor
    "include/glia/Interpreter": (2, "Interpreter"), "lib/Interpreter": (2, "Interpreter"),
    "dialects/Graph": (3, "Graph"), "dialects/Tile": (3, "Tile"), "dialects/ISA": (3, "ISA dialect"),
    "include/glia/Import/ONNX": (4, "Import"), "lib/Import/ONNX": (4, "Import"),
    "include/glia/Conversion/GraphToTile": (4, "GraphToTile"), "lib/Conversion/GraphToTile": (4, "GraphToTile"),
    "include/glia/Conversion/TileToISA": (4, "TileToISA"), "lib/Conversion/TileToISA": (4, "TileToISA"),
    "include/glia/Target": (4, "Target"), "lib/Target": (4, "Target"),
    "include/glia/Compiler": (5, "Compiler"), "lib/Compiler": (5, "Compiler"),
    "include/glia-c": (6, "CAPI"), "lib/CAPI": (6, "CAPI"),
}
TOOLS_WITHOUT_MLIR = ("glia-run", "glia-as", "glia-objdump", "glia-allocate", "glia-benchmark")
TOOLS_OF_MLIR = ("glia-opt", "glia-tblgen")
# Generated enums of the instruction table have no dependencies and may be named by floor 0.
GENERATED_ENUMS = ("glia/ISA/Enums.h", "glia/ISA/Enums.h.inc")
SKIPPED = ("tools/cmake/",)


def room_of(path):
    for prefix in sorted(ROOMS, key=len, reverse=True):
        if path.startswith(prefix + "/") or path == prefix + ".h":
            return ROOMS[prefix]
    if path.startswith("tools/"):
        tool = path.split("/")[1]
        return (2.5 if tool in TOOLS_WITHOUT_MLIR else 6, tool)
    return None


def resolve(include):
    """Where an included name of ours lives."""
    for prefix, folder in (("glia-c/", "include/"), ("glia/", "include/"), ("dialects/", ""), ("lib/", ""), ("tools/", "")):
        if include.startswith(prefix):
            return folder + include
    return None


def check(path, include):
    floor, room = room_of(path)
    if include.startswith("mlir/"):
        if floor < 3:
            return "floors 0-2 and the machine's tools include no MLIR"
        if floor == 6 and room not in TOOLS_OF_MLIR:
            return "floor 6 knows MLIR only through floor 5"
        return None
    target = resolve(include)
    if target is None or include in GENERATED_ENUMS:
        return None
    there = room_of(target)
    if there is None:
        return f"`{target}` is in no room of the floors table"
    if there[1] != room and there[0] >= floor:
        return f"{room} is on floor {floor:g}, {there[1]} on floor {there[0]:g}"
    return None


def main():
    top = sys.argv[1]
    listed = sorted(os.path.relpath(os.path.join(folder, name), top)
                    for part in ("dialects", "include", "lib", "tools")
                    for folder, _, names in os.walk(os.path.join(top, part))
                    for name in names if name.endswith((".h", ".cpp")))
    faults, files = [], 0
    for path in listed:
        if path.startswith(SKIPPED):
            continue
        if room_of(path) is None:
            faults.append(f"{path}: in no room of the floors table")
            continue
        files += 1
        with open(os.path.join(top, path), encoding="utf-8") as source:
            for number, text in enumerate(source, 1):
                match = re.match(r'\s*#\s*include\s+["<]([^">]+)[">]', text)
                fault = check(path, match.group(1)) if match else None
                if fault:
                    faults.append(f"{path}:{number}: includes {match.group(1)}: {fault}")
    print("\n".join(faults) if faults else f"{files} files keep to the floors")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
