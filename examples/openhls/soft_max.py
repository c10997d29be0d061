"""exp(x) over the sum of all exp(x)."""
import numpy as np
from pylog import *


@pylog
def soft_max(x: "float<5,11>[3, 16, 16]", out: "float<5,11>[3, 16, 16]"):
    e = np.exp(x)
    total = np.sum(e)
    for c in range(3):
        for i in range(16):
            for j in range(16):
                out[c, i, j] = e[c, i, j] / total
