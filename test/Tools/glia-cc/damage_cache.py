"""Damages the one entry of a cache in several ways: damage_cache.py CACHE GOOD COMPILER MODEL OBJECT"""
import os
import shutil
import subprocess
import sys

cache, good, compiler, model, known = sys.argv[1:]
(name,) = os.listdir(good)
entry = os.path.join(cache, name)
output = known + ".again"


def compile_again(*flags):
    result = subprocess.run([compiler, "compile", model, "-o", output, "--cache-dir", cache, *flags], stderr=subprocess.PIPE, text=True, check=True)
    return result.stderr.strip()


def same(path, other):
    with open(path, "rb") as a, open(other, "rb") as b:
        return a.read() == b.read()


def flip(data):
    data = bytearray(data)
    data[len(data) // 3] ^= 0x10
    return bytes(data)


for what, change in (("flipped", flip), ("cut", lambda data: data[:-100]), ("empty", lambda data: b"")):
    with open(os.path.join(good, name), "rb") as f:
        data = f.read()
    with open(entry, "wb") as f:
        f.write(change(data))
    said = compile_again()
    print(f"{what}: {said}; {'same' if same(output, known) else 'OTHER'} bytes, {'mended' if same(entry, os.path.join(good, name)) else 'NOT mended'}")

# The entry of other flags under this one's name.
compile_again("-O0")
(other,) = set(os.listdir(cache)) - {name}
os.rename(os.path.join(cache, other), entry)
said = compile_again()
print(f"renamed: {said}; {'same' if same(output, known) else 'OTHER'} bytes, {'mended' if same(entry, os.path.join(good, name)) else 'NOT mended'}")

os.remove(entry)
outputs = [f"{known}.{i}" for i in range(8)]
running = [subprocess.Popen([compiler, "compile", model, "-o", path, "--cache-dir", cache]) for path in outputs]
assert all(process.wait() == 0 for process in running)
print(f"8 at once: {'same' if all(same(path, known) for path in outputs) else 'OTHER'} bytes, {'nothing left behind' if os.listdir(cache) == [name] else os.listdir(cache)}")

# Room for two and a half: those that were used last stay, and a hit is a use.
shutil.rmtree(cache)
size = os.path.getsize(os.path.join(good, name))
used = []
for i, tiling in enumerate(("a", "b", "c", "d")):
    compile_again("--test-tiling", tiling)
    used.append((set(os.listdir(cache)) - set(used)).pop())
    os.utime(os.path.join(cache, used[-1]), (1000 + i, 1000 + i))
compile_again("--test-tiling", "a")
assert os.path.getmtime(os.path.join(cache, used[0])) > 2000
compile_again("--cache-limit", str(size * 5 // 2))
print(f"limit: {len(os.listdir(cache))} entries of 5, {'the latest' if set(os.listdir(cache)) == {name, used[0]} else 'OTHERS'}")
