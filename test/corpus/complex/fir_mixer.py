# args: x=float32[64] h=float32[8] phase=float32
# ulp: 64
from pylog import *
import numpy as np


@pylog
def fir_mixer(x, h, phase):
    t = np.arange(64, dtype=np.float32)
    lo = np.exp(1j * phase * t)
    mixed = x * lo
    y = np.zeros(57, dtype=np.complex64)
    for i in range(57):
        acc = np.complex64(0)
        for k in range(8):
            acc += mixed[i + k] * h[k]
        y[i] = acc
    return y, (y * np.conj(y)).real
