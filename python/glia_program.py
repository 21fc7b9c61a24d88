"""A compiled program on the simulated machine, through libglia's C interface (include/glia-c/Glia.h).

    program = Program("build/lib/libglia.so", "model.glia")
    outputs = program.run({"x": x})      # states stay on the machine from call to call
"""
import ctypes

import numpy as np

TYPES = {"f32": np.float32, "f16": np.float16, "i64": np.int64, "i32": np.int32, "i8": np.int8, "u8": np.uint8, "bool": np.bool_}


class TensorInfo(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("name", ctypes.c_char_p), ("type", ctypes.c_char_p), ("rank", ctypes.c_size_t),
                ("shape", ctypes.POINTER(ctypes.c_int64)), ("bytes", ctypes.c_uint64)]


class Diagnostic(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("status", ctypes.c_int), ("code", ctypes.c_char_p), ("message", ctypes.c_char_p)]


CALLBACK = ctypes.CFUNCTYPE(None, ctypes.POINTER(Diagnostic), ctypes.c_void_p)


class RunOptions(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("check", ctypes.c_int), ("threads", ctypes.c_uint), ("fuel", ctypes.c_uint64),
                ("max_device_memory", ctypes.c_uint64), ("on_diagnostic", CALLBACK), ("user_data", ctypes.c_void_p)]


class Tensor:
    def __init__(self, info):
        self.name, self.bytes = info.name.decode(), info.bytes
        self.dtype, self.shape = TYPES[info.type.decode()], tuple(info.shape[i] for i in range(info.rank))


class Program:
    def __init__(self, library, path, check=False, threads=1):
        self.library, self.program, self.messages = ctypes.CDLL(library), ctypes.c_void_p(), []
        for kind in ("Input", "Output", "State"):
            getattr(self.library, f"gliaProgram{kind}Count").restype = ctypes.c_size_t
        self.library.gliaProgramModelledNanoseconds.restype = ctypes.c_uint64
        self.keep = CALLBACK(lambda diagnostic, _: self.messages.append(f"{diagnostic.contents.code.decode()}: {diagnostic.contents.message.decode()}"))
        self.options = RunOptions()
        self.library.gliaRunOptionsInit(ctypes.byref(self.options))
        self.options.check, self.options.threads, self.options.on_diagnostic = check, threads, self.keep
        self._call("Load", path.encode(), ctypes.byref(self.options), ctypes.byref(self.program))
        self.inputs, self.outputs, self.states = (self._list(kind) for kind in ("Input", "Output", "State"))

    def _call(self, function, *arguments):
        self.messages.clear()
        if getattr(self.library, "gliaProgram" + function)(*arguments) != 0:
            raise RuntimeError("; ".join(self.messages) or function)

    def _list(self, kind):
        tensors = []
        for index in range(getattr(self.library, f"gliaProgram{kind}Count")(self.program)):
            info = TensorInfo(ctypes.sizeof(TensorInfo))
            self._call(kind, self.program, ctypes.c_size_t(index), ctypes.byref(info))
            tensors.append(Tensor(info))
        return tensors

    def run(self, inputs):
        def pack(arrays):
            pointers = (ctypes.c_void_p * len(arrays))(*[a.ctypes.data for a in arrays])
            return pointers, (ctypes.c_uint64 * len(arrays))(*[a.nbytes for a in arrays])

        given = [np.ascontiguousarray(inputs[t.name], t.dtype) for t in self.inputs]
        made = [np.empty(t.shape, t.dtype) for t in self.outputs]
        self._call("Run", self.program, *pack(given), *pack(made), ctypes.byref(self.options))
        return {t.name: array for t, array in zip(self.outputs, made)}

    def state(self, name):
        index = [t.name for t in self.states].index(name)
        array = np.empty(self.states[index].shape, self.states[index].dtype)
        self._call("GetState", self.program, ctypes.c_size_t(index), array.ctypes.data_as(ctypes.c_void_p), ctypes.c_uint64(array.nbytes),
                   ctypes.byref(self.options))
        return array

    def set_state(self, name, value):
        index = [t.name for t in self.states].index(name)
        array = np.ascontiguousarray(value, self.states[index].dtype)
        self._call("SetState", self.program, ctypes.c_size_t(index), array.ctypes.data_as(ctypes.c_void_p), ctypes.c_uint64(array.nbytes),
                   ctypes.byref(self.options))

    def host_bytes(self):
        """What one call takes from the caller and gives back."""
        return sum(t.bytes for t in self.inputs + self.outputs)

    def close(self):
        self.library.gliaProgramDestroy(self.program)
        self.program = None
