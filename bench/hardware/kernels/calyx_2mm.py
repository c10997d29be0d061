from pylog import *
import numpy as np


@pylog
def calyx_2mm(alpha: "uint32", beta: "uint32", a: "uint32[8,8]", b: "uint32[8,8]", c: "uint32[8,8]", d: "uint32[8,8]"):
    """D = alpha A B C + beta D."""
    product = np.zeros((8, 8), np.uint32)
    for i in range(8):
        for j in range(8):
            for k in range(8):
                product[i, j] += alpha * a[i, k] * b[k, j]
    for i in range(8):
        for j in range(8):
            d[i, j] *= beta
            for k in range(8):
                d[i, j] += product[i, k] * c[k, j]
