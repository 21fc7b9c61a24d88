#!/usr/bin/env python3
"""Checks solved tables of glia-allocate, apart from its code: columns kept, offsets within the capacity, nothing overlaps.

usage: check_placement.py CAPACITY INPUT.csv OUTPUT.csv
"""
import csv
import sys


def read(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.reader(file))


def main():
    capacity, before, after = int(sys.argv[1]), read(sys.argv[2]), read(sys.argv[3])
    assert [row[:-1] for row in after] == before, "the columns of the input are not kept"
    assert after[0][-1] == "offset", "the last column is not `offset`"
    column = {name: i for i, name in enumerate(after[0])}
    buffers = []
    for row in after[1:]:
        lower, upper, size, offset = (int(row[column[name]]) for name in ("lower", "upper", "size", "offset"))
        assert 0 <= offset and offset + size <= capacity, f"{row}: outside the capacity"
        alignment = int(row[column["alignment"]] or 1) if "alignment" in column else 1
        assert offset % alignment == 0, f"{row}: not aligned"
        gaps = row[column["gaps"]].split() if "gaps" in column else []
        for begin, end in (map(int, gap.split("-")) for gap in gaps):
            buffers.append((lower, begin, offset, size))
            lower = end
        buffers.append((lower, upper, offset, size))
    for i, (lower, upper, offset, size) in enumerate(buffers):
        for other in buffers[:i]:
            together = lower < other[1] and other[0] < upper
            overlap = offset < other[2] + other[3] and other[2] < offset + size
            assert not (together and overlap and size and other[3]), f"{buffers[i]} overlaps {other}"
    print(f"{len(after) - 1} buffers, ok")


main()
