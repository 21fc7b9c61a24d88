"""lit configuration of every area under test/ (docs/Style.md, Tests)."""
import os
import lit.formats

config.name = "glia"
config.test_format = lit.formats.ShTest(True)
config.suffixes = [".mlir", ".s", ".test", ".td"]
config.excludes = ["Inputs", "Unit", "CMakeLists.txt", "lit.cfg.py"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.glia_build_dir, "test")

config.environment["PATH"] = os.pathsep.join(
    [os.path.join(config.glia_build_dir, "bin"), config.llvm_bin, os.environ.get("PATH", "")])
config.environment["GLIA_PYTHON"] = config.glia_python
config.environment["GLIA_MODELS"] = config.glia_models
for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "HOME", "GLIA_CACHE"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
config.substitutions.append(("%python", config.glia_python))
config.substitutions.append(("%source", config.glia_source_dir))
config.substitutions.append(("%models", config.glia_models))
