# kernel: k
import numpy as np
from pylog import *

LEVELS = np.zeros(4, np.float32)


@pylog
def fill(out: "float32[4]"):
    out[:] = 1


fill(LEVELS)


@pylog
def k(a: "float32[4]", out: "float32[4]"):
    out[:] = a * LEVELS
