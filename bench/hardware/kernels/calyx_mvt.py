from pylog import *
import numpy as np


@pylog
def calyx_mvt(a: "uint32[8,8]", x1: "uint32[8]", x2: "uint32[8]", y1: "uint32[8]", y2: "uint32[8]"):
    """x1 += A y1, x2 += A' y2."""
    for i in range(8):
        for j in range(8):
            x1[i] += a[i, j] * y1[j]
    for i in range(8):
        for j in range(8):
            x2[i] += a[j, i] * y2[j]
