from pylog import *
import numpy as np


@pylog
def calyx_bicg(a: "uint32[8,8]", p: "uint32[8]", r: "uint32[8]", s: "uint32[8]", q: "uint32[8]"):
    """s = A' r, q = A p."""
    for i in range(8):
        s[i] = 0
    for i in range(8):
        total = np.uint32(0)
        for j in range(8):
            s[j] += r[i] * a[i, j]
            total += a[i, j] * p[j]
        q[i] = total
