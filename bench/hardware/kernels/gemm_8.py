from pylog import *
import numpy as np


@pylog
def gemm_8(alpha: "uint32", beta: "uint32", a: "uint32[8,8]", b: "uint32[8,8]", c: "uint32[8,8]"):
    """C = beta * C, then C += alpha * A * B, row by row."""
    for i in range(8):
        for j in range(8):
            c[i, j] *= beta
        for k in range(8):
            for j in range(8):
                c[i, j] += alpha * a[i, k] * b[k, j]
