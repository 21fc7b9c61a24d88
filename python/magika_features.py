"""Magika's features of a file, as its own package computes them.

Kept apart from quickstart.py and the end-to-end test, which both need it: the model sees 1024 tokens of the beginning and
1024 of the end, white space stripped, padded with a token of its own.
"""
import glob
import json
import os

import numpy as np


class Magika:
    """The trained model's files: model.onnx and the config that names labels and feature sizes."""

    def __init__(self, models):
        folders = sorted(glob.glob(os.path.join(models, "magika-*")))
        if not folders:
            raise SystemExit(f"error: no magika-* folder in {models}: run tools/setup")
        self.model = os.path.join(folders[-1], "model.onnx")
        with open(os.path.join(folders[-1], "config.min.json"), encoding="utf-8") as f:
            config = json.load(f)
        self.labels = config["target_labels_space"]
        self.begin, self.end = config["beg_size"], config["end_size"]
        self.block, self.padding = config["block_size"], config["padding_token"]

    def features(self, content):
        """bytes -> int32 [1, begin + end]."""
        first = content[: self.block].lstrip()[: self.begin]
        last = content[-self.block :].rstrip()[-self.end :]
        tokens = np.full(self.begin + self.end, self.padding, np.int32)
        tokens[: len(first)] = np.frombuffer(first, np.uint8)
        if last:
            tokens[-len(last) :] = np.frombuffer(last, np.uint8)
        return tokens[np.newaxis]

    def file_features(self, path):
        with open(path, "rb") as f:
            size = os.fstat(f.fileno()).st_size
            content = f.read(self.block)
            if size > self.block:
                f.seek(max(size - self.block, 0))
                last = f.read(self.block)
            else:
                last = content
        first = self.features(content)
        first[:, self.begin :] = self.features(last)[:, self.begin :]
        return first

    def label(self, scores):
        """One row of scores -> (label, probability)."""
        best = int(np.argmax(scores))
        return self.labels[best], float(scores[best])
