from pylog import *
import numpy as np


@pylog
def calyx_doitgen(a: "uint32[8,8,8]", c4: "uint32[8,8]"):
    """Each row of a cube times a matrix."""
    for r in range(8):
        for q in range(8):
            row = np.zeros(8, np.uint32)
            for p in range(8):
                for s in range(8):
                    row[p] += a[r, q, s] * c4[s, p]
            for p in range(8):
                a[r, q, p] = row[p]
