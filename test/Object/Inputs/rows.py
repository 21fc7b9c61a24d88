"""rows.py SOURCE: each of the rows B1 to B32 of hostile object files (docs/HostileFiles.md) is named in a test's first line or name."""
import pathlib
import re
import sys

top = pathlib.Path(sys.argv[1])
found = set()
for path in (top / "test").rglob("*"):
    if path.suffix in (".cpp", ".s", ".test", ".c") and path.name != "every-row-has-a-test.test":
        for line in path.read_text(errors="replace").splitlines():
            if re.search(r"TEST_CASE|^[;/# ]*B\d+[:,]", line):
                found |= {int(number) for number in re.findall(r"\bB(\d+)\b", line)}
missing = [f"B{row}" for row in range(1, 33) if row not in found]
sys.exit(f"rows without a test: {' '.join(missing)}" if missing else 0)
