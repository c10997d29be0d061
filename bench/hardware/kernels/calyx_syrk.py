from pylog import *
import numpy as np


@pylog
def calyx_syrk(alpha: "uint32", beta: "uint32", a: "uint32[8,8]", c: "uint32[8,8]"):
    """The lower triangle of C = alpha A A' + beta C."""
    for i in range(8):
        for j in range(i + 1):
            c[i, j] *= beta
        for k in range(8):
            for j in range(i + 1):
                c[i, j] += alpha * a[i, k] * a[j, k]
