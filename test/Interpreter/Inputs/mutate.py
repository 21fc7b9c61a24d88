"""mutate.py RUNS SEED PROGRAM.glia...: runs each program with damaged bytes and
checks switched off. Whatever the damage, glia-run ends by itself with status 0
or 1; it never crashes, hangs or reports a bug."""
import os
import random
import subprocess
import sys
import tempfile

runs, seed, programs = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
choose = random.Random(seed)
with tempfile.TemporaryDirectory() as folder:
    for program in programs:
        with open(program, "rb") as file:
            original = file.read()
        for run in range(runs):
            data = bytearray(original)
            for _ in range(choose.choice((1, 1, 2, 4))):
                at = choose.randrange(64, len(data))
                data[at] = choose.choice((data[at] ^ 1 << choose.randrange(8), choose.randrange(256), 0, 255))
            path = os.path.join(folder, "damaged.glia")
            with open(path, "wb") as file:
                file.write(data)
            command = ["glia-run", path, "--no-verify-checksum", "--check", "--fuel", "10000000", "--max-device-memory", "268435456"]
            result = subprocess.run(command, capture_output=True, timeout=60)
            if result.returncode not in (0, 1) or (result.returncode == 1 and b"error: GLIA-E" not in result.stderr):
                sys.exit(f"{program}, run {run}, seed {seed}: status {result.returncode}\n{result.stderr.decode(errors='replace')[-2000:]}")
