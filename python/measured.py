"""What a command takes, for tables: wall time, and its peak resident memory by GNU time (a child of Python would start at Python's own peak)."""
import subprocess
import tempfile
import time
from typing import NamedTuple


class Measured(NamedTuple):
    status: int
    said: str  # on standard error
    seconds: float
    peak_mib: float


def measured(*command, output=subprocess.DEVNULL):
    with tempfile.NamedTemporaryFile("r", encoding="utf-8") as peak:
        start = time.perf_counter()
        child = subprocess.run(["/usr/bin/time", "-q", "-f", "%M", "-o", peak.name, *command], stdout=output, stderr=subprocess.PIPE, text=True)
        return Measured(child.returncode, child.stderr.strip(), time.perf_counter() - start, int(peak.read().split()[-1]) / 1024)
