"""rows.py SOURCE LETTER COUNT: each of the rows LETTER1 to LETTERCOUNT of a list of hostile files is named in a test's first line or name."""
import pathlib
import re
import sys

top, letter, count = pathlib.Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
found = set()
for path in (top / "test").rglob("*"):
    if path.suffix in (".cpp", ".s", ".test", ".c") and path.name != "every-row-has-a-test.test":
        for line in path.read_text(errors="replace").splitlines():
            if re.search(rf"TEST_CASE|^[;/# ]*{letter}\d+[:,]", line) or re.match(rf'^ *"{letter}\d+[:,]', line):
                found |= {int(number) for number in re.findall(rf"\b{letter}(\d+)\b", line)}
missing = [f"{letter}{row}" for row in range(1, count + 1) if row not in found]
sys.exit(f"rows without a test: {' '.join(missing)}" if missing else 0)
