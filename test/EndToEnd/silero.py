#!/usr/bin/env python3
"""Silero's voice detector over 60 frames of sound: its state stays on the machine and follows ONNX Runtime's.

usage: silero.py PROGRAMS_FOLDER SOURCE_FOLDER WORK_FOLDER
"""
import os
import subprocess
import sys

import numpy as np
import onnxruntime

programs, top, work = sys.argv[1:4]
sys.path.insert(0, os.path.join(top, "python"))
from glia_program import Program  # noqa: E402
from trained_models import find  # noqa: E402

FRAMES, SAMPLES, CONTEXT, RATE = 60, 512, 64, 16000
# Probabilities and states are sigmoids and tanhs of sums of some hundred products; the cell is a sum over the frames before.
TOLERANCE = 1e-4


def sound():
    """Silence, then vowels (harmonics under formants, the pitch gliding), then noise: [FRAMES, CONTEXT + SAMPLES]."""
    rng = np.random.default_rng(11)
    time = np.arange(FRAMES * SAMPLES) / RATE
    phase = 2 * np.pi * np.cumsum(120 + 30 * np.sin(2 * np.pi * 3 * time)) / RATE
    voice = sum(np.sin(k * phase) * (np.exp(-(((k * 120 - 700) / 200) ** 2)) + 0.6 * np.exp(-(((k * 120 - 1200) / 250) ** 2)) + 0.05) for k in range(1, 30))
    wave = 0.002 * rng.normal(size=time.size)
    part = time.size // 3
    wave[part : 2 * part] += 0.15 * voice[part : 2 * part] * (0.6 + 0.4 * np.sin(2 * np.pi * 5 * time[part : 2 * part]))
    wave[2 * part :] += 0.05 * rng.normal(size=time.size - 2 * part)
    padded = np.concatenate([np.zeros(CONTEXT), wave])
    return np.stack([padded[i * SAMPLES : i * SAMPLES + CONTEXT + SAMPLES] for i in range(FRAMES)]).astype(np.float32)


def follow(file, flags, states, frames_a_call, bound):
    """Compares every call; `states` are pairs of input and output, `bound` the inputs that the program has no more."""
    model, program_file = find(f"silero-*/{file}.onnx"), os.path.join(work, file + ".glia")
    pairs = [flag for past, present in states for flag in ("--state", f"{past}={present}")]
    subprocess.run([os.path.join(programs, "glia-cc"), "compile", model, *flags, *pairs, "--output", program_file], check=True)
    program = Program(os.path.join(os.path.dirname(programs), "lib", "libglia.so"), program_file, check=True)
    assert [t.name for t in program.states] == [past for past, _ in states] and [t.name for t in program.inputs] == ["input"]
    session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
    names = [o.name for o in session.get_outputs()]
    values = {t.name: np.zeros(t.shape, np.float32) for t in program.states}
    worst, spoken = {}, []
    for frames in sound().reshape(-1, frames_a_call, CONTEXT + SAMPLES):
        want = dict(zip(names, session.run(names, {"input": frames, **values, **bound})))
        got = program.run({"input": frames})
        for past, present in states:
            got[present] = program.state(past)
            values[past] = want[present]
        for output, array in got.items():
            worst[output] = max(worst.get(output, 0), float(np.max(np.abs(array - want[output]))))
        spoken.extend(got[program.outputs[0].name].reshape(-1))
    print(f"{file}: probabilities {min(spoken):.3f} to {max(spoken):.3f}, largest differences {worst}")
    assert max(worst.values()) <= TOLERANCE
    assert max(spoken) - min(spoken) > 0.2, "the sound says nothing"


os.makedirs(work, exist_ok=True)
rate = {"sr": np.array(RATE, np.int64)}
one = ["--input-shape", f"input=1x{CONTEXT + SAMPLES}", "--input-shape", "state=2x1x128", "--input-value", f"sr={RATE}"]
follow("silero_vad", one, [("state", "stateN")], 1, rate)
follow("silero_vad_16k_op15", one, [("state", "stateN")], 1, rate)
follow("silero_vad_16k_sequence", ["--dim", "sequence_length=6"], [("h", "hn"), ("c", "cn")], 6, {})
