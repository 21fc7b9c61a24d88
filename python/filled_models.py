"""The models of the benchmark and the end-to-end tests, with their weights and inputs.

All but magika are graphs without weights in test/Models; materialise.py fills them from a seed, the same bytes every time.
What is filled is kept in the cache folder.
"""
import glob
import os
import subprocess
import sys

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
NAMES = ("magika", "resnet50_ts", "bert_base")
EXTERNAL = ("llama_2l",)  # larger than a protobuf file may be


def cache_folder(name):
    """A folder of the cache that tools/setup keeps; it may not be there yet."""
    cache = os.environ.get("GLIA_CACHE") or os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "glia")
    return os.path.join(cache, name)


def filled(name):
    """-> (model path, inputs .npz path, flags of glia-cc compile)."""
    folder = cache_folder("filled-models-1")
    os.makedirs(folder, exist_ok=True)
    if name == "magika":
        import numpy as np
        from magika_features import Magika

        magika = Magika(os.environ["GLIA_MODELS"])
        inputs = os.path.join(folder, "magika.npz")
        if not os.path.exists(inputs):
            np.savez(inputs, bytes=magika.file_features(os.path.join(TOP, "LICENSE")))
        return magika.model, inputs, ["--input-shape", "bytes=1x2048"]
    models = os.path.join(TOP, "test", "Models")
    fill = [sys.executable, os.path.join(models, "materialise.py"), os.path.join(models, name + ".onnx")]
    if name in EXTERNAL:  # the model names the file of its weights, so that both are made in a folder of their own
        whole = os.path.join(folder, name)
        model, inputs = (os.path.join(whole, name + suffix) for suffix in (".onnx", ".npz"))
        if not os.path.exists(whole):
            part = f"{whole}.{os.getpid()}.part"
            os.makedirs(part, exist_ok=True)
            made = os.path.join(part, name)
            subprocess.run([*fill, made + ".onnx", "--external", "--inputs", made + ".npz"], check=True)
            os.rename(part, whole)
        return model, inputs, []
    model, inputs = (os.path.join(folder, name + suffix) for suffix in (".onnx", ".npz"))
    if not (os.path.exists(model) and os.path.exists(inputs)):
        part = f"{model}.{os.getpid()}.part"
        subprocess.run([*fill, part, "--inputs", inputs], check=True)
        os.replace(part, model)
    return model, inputs, []
