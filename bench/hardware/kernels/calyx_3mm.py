from pylog import *
import numpy as np


@pylog
def calyx_3mm(a: "uint32[8,8]", b: "uint32[8,8]", c: "uint32[8,8]", d: "uint32[8,8]", g: "uint32[8,8]"):
    """G = A B C D."""
    e = np.zeros((8, 8), np.uint32)
    f = np.zeros((8, 8), np.uint32)
    for i in range(8):
        for j in range(8):
            for k in range(8):
                e[i, j] += a[i, k] * b[k, j]
    for i in range(8):
        for j in range(8):
            for k in range(8):
                f[i, j] += c[i, k] * d[k, j]
    for i in range(8):
        for j in range(8):
            g[i, j] = 0
            for k in range(8):
                g[i, j] += e[i, k] * f[k, j]
