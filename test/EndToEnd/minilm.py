#!/usr/bin/env python3
"""MiniLM, built from its trained weights, ranks twelve sentence pairs as ONNX Runtime does on the same graph.

usage: minilm.py PROGRAMS_FOLDER SOURCE_FOLDER WORK_FOLDER
"""
import os
import subprocess
import sys

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

programs, top, work = sys.argv[1:4]
sys.path.insert(0, os.path.join(top, "python"))
from glia_program import Program  # noqa: E402
from trained_models import build_minilm, find  # noqa: E402

TOKENS = 24
PAIRS = [("A man is eating food.", "A man is eating a piece of bread."), ("The girl is carrying a baby.", "A woman holds an infant in her arms."),
         ("The stock market fell sharply today.", "Share prices dropped on Wall Street."), ("How do I reset my password?", "I forgot my login, what should I do?"),
         ("The cat sleeps on the sofa.", "A dog runs through the park."), ("It will rain tomorrow in Paris.", "The weather forecast for France is wet."),
         ("She plays the violin.", "He repairs bicycles."), ("The compiler rejects this program.", "The build fails with a type error."),
         ("Water boils at one hundred degrees.", "The recipe needs two cups of flour."), ("The train leaves at noon.", "Departure is scheduled for twelve o'clock."),
         ("Mount Everest is the highest mountain.", "The deepest lake is in Siberia."), ("I love this film.", "I hate this film.")]

os.makedirs(work, exist_ok=True)
model, program_file = os.path.join(work, "minilm.onnx"), os.path.join(work, "minilm.glia")
build_minilm(model)
subprocess.run([os.path.join(programs, "glia-cc"), "compile", model, "--dim", f"batch={len(PAIRS)}", "--dim", f"sequence={TOKENS}", "--output", program_file],
               check=True)
tokenizer = Tokenizer.from_file(find("minilm-*/tokenizer.json"))
tokenizer.enable_truncation(TOKENS)
tokenizer.enable_padding(length=TOKENS)
program = Program(os.path.join(os.path.dirname(programs), "lib", "libglia.so"), program_file, check=True, threads=2)
session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])


def embeddings(run):
    sides = []
    for side in (0, 1):
        encoded = tokenizer.encode_batch([pair[side] for pair in PAIRS])
        sides.append(run({"input_ids": np.array([e.ids for e in encoded], np.int64),
                          "attention_mask": np.array([e.attention_mask for e in encoded], np.int64)}))
    return sides


got = embeddings(lambda inputs: program.run(inputs)["embedding"])
want = embeddings(lambda inputs: session.run(["embedding"], inputs)[0])
cosine = min(float(np.dot(g, w) / np.linalg.norm(g) / np.linalg.norm(w)) for gs, ws in zip(got, want) for g, w in zip(gs, ws))
similar = [np.sum(sides[0] * sides[1], axis=1) for sides in (got, want)]
ranks = [list(np.argsort(-s)) for s in similar]
for place, pair in enumerate(ranks[0], 1):
    print(f"{place:2} {similar[0][pair]:.6f} (ONNX Runtime {similar[1][pair]:.6f}) {PAIRS[pair][0]} / {PAIRS[pair][1]}")
print(f"least cosine of an embedding with ONNX Runtime's: {cosine:.9f}")
assert ranks[0] == ranks[1], "another order than ONNX Runtime's"
assert cosine >= 0.9999
