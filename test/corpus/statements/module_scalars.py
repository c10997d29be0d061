# args: a=int32[4] f=float32[4]
from pylog import *
import numpy as np

ONE = np.float32(1.0)
STEP = np.int32(3)
LIMIT = np.uint8(200)
SCALE = 2 ** 5 / 4
NEGATIVE = -7
BIG = 1e6
SIZE, HALF = 4, 2


@pylog
def module_scalars(a, f):
    out = np.zeros(SIZE, dtype=np.float32)
    for i in range(HALF, SIZE):
        out[i] = f[i] * SCALE + ONE
    return out, a * STEP, a + NEGATIVE, f / BIG, ONE + STEP, LIMIT + LIMIT
