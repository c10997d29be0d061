# args: a=float32[8]
# range: a=-4..4
from pylog import *
import numpy as np

N = 8
HALF = N // 2
GAIN = 1.5
TAPS = [1, 2, 3, 2]
TABLE = np.array([0.5, 0.25, 0.125, 0.0625], dtype=np.float32)
MASK = (1 << N) - 1
LIMITS = (-2.0, 3.0)
VERBOSE = False


@pylog
def module_constants(a):
    out = np.zeros(N, dtype=np.float32)
    for i in range(N):
        acc = a[i] * GAIN
        for j in range(HALF):
            if i - j >= 0:
                acc += a[i - j] * TAPS[j] * TABLE[j]
        out[i] = min(max(acc, LIMITS[0]), LIMITS[1])
    if VERBOSE:
        out[0] = 100
    return out, MASK, len(TAPS)
