#!/usr/bin/env python3
"""PP-OCR's recogniser reads three drawn lines of text, of different widths, as ONNX Runtime does.

usage: ocr.py PROGRAMS_FOLDER SOURCE_FOLDER WORK_FOLDER

One program with two buckets of widths: what is behind the line is padded with 0, the grey that the model's own pipeline pads with. The scores are compared
with ONNX Runtime's for the padded image, the text with what it reads in the image as it is.
"""
import os
import subprocess
import sys

import numpy as np
import onnxruntime
from PIL import Image, ImageDraw, ImageFont

programs, top, work = sys.argv[1:4]
sys.path.insert(0, os.path.join(top, "python"))
from trained_models import find  # noqa: E402

LINES, HEIGHT, WIDTHS = ["Tide 04:12", "High water 3.7 m", "open compiler 2026"], 48, (176, 304)


def draw(text):
    """Black on white, as wide as the text: [1, 3, 48, W], blue first, from -1 to 1."""
    font = ImageFont.load_default(30)
    image = Image.new("RGB", (int(font.getlength(text)) + 24, HEIGHT), "white")
    ImageDraw.Draw(image).text((12, 6), text, fill="black", font=font)
    pixels = (np.asarray(image, np.float32) / 255 - 0.5) / 0.5
    return np.ascontiguousarray(pixels.transpose(2, 0, 1)[None, ::-1])


def read(scores, characters):
    """The best character of each column; repeats and the blank (number 0) go."""
    best = scores[0].argmax(axis=-1)
    return "".join(characters[k] for before, k in zip([0, *best], best) if k and k != before)


os.makedirs(work, exist_ok=True)
model = find("ppocr-*/PP-OCRv6_rec_small.onnx")
session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
characters = ["", *session.get_modelmeta().custom_metadata_map["character"].split("\n"), " "]
program, inputs, outputs = (os.path.join(work, name) for name in ("ocr.glia", "x.npz", "y.npz"))
subprocess.run([os.path.join(programs, "glia-cc"), "compile", model, "--dim", "DynamicDimension.0=1", "--bucket", f"DynamicDimension.1={','.join(map(str, WIDTHS))}",
                "--pad", "x=0", "--output", program], check=True)
for line in LINES:
    x = draw(line)
    np.savez(inputs, x=x)
    subprocess.run([os.path.join(programs, "glia-run"), program, "--inputs", inputs, "--outputs", outputs, "--check", "--threads", "2"], check=True)
    bucket = min(width for width in WIDTHS if width >= x.shape[3])
    got, alone = next(iter(np.load(outputs).values())), session.run(None, {"x": x})[0]
    padded = session.run(None, {"x": np.pad(x, [(0, 0)] * 3 + [(0, bucket - x.shape[3])])})[0][:, : alone.shape[1]]
    assert got.shape == alone.shape, f"expects {alone.shape}, got {got.shape}"
    texts, difference = [read(scores, characters) for scores in (got, alone)], np.max(np.abs(got - padded))
    print(f"{x.shape[3]} columns in {bucket}: {texts[0]!r}, ONNX Runtime {texts[1]!r}; largest difference of a score {difference:.1e}")
    assert texts[0] == texts[1] == line
    assert difference <= 1e-4
