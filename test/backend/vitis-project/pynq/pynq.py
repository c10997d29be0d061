"""What the generated host program uses of PYNQ, on memory of this process. FAKE_KERNEL names the module that computes."""
import importlib
import os

import numpy as np

buffers = {}


class Buffer(np.ndarray):
    """The card sees what was flushed; the host sees what it invalidated."""

    def flush(self):
        buffers[self.device_address][...] = self

    def invalidate(self):
        self[...] = buffers[self.device_address]


def allocate(shape, dtype):
    buffer = np.zeros(shape, dtype).view(Buffer)
    buffer.device_address = 0x1_0000_0000 + 0x1000 * (len(buffers) + 1)
    buffers[buffer.device_address] = np.zeros(shape, dtype)
    return buffer


class Control:
    AP_DONE = 0

    def __init__(self, registers):
        object.__setattr__(self, "registers", registers)

    def __setattr__(self, name, value):
        importlib.import_module(os.environ["FAKE_KERNEL"]).kernel(self.registers.values, buffers)
        object.__setattr__(self, "AP_DONE", 1)


class Registers:
    def __init__(self, names):
        object.__setattr__(self, "values", {name: 0 for name in names})
        object.__setattr__(self, "CTRL", Control(self))

    def __getattr__(self, name):
        try:
            return self.values[name]
        except KeyError:
            raise AttributeError(name) from None

    def __setattr__(self, name, value):
        assert name in self.values and 0 <= value < 1 << 32
        self.values[name] = value


class Overlay:
    def __init__(self, path):
        assert os.path.isfile(path), path

    def __getattr__(self, name):
        names = importlib.import_module(os.environ["FAKE_KERNEL"]).registers
        return type("Kernel", (), {"register_map": Registers(names)})()
