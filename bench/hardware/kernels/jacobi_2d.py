from pylog import *
import numpy as np


@pylog
def jacobi_2d(a: "float32[32,32]", b: "float32[32,32]"):
    """Four double steps of the mean of five neighbours, 32 by 32 float32."""
    for t in range(4):
        for i in range(1, 31):
            for j in range(1, 31):
                b[i, j] = 0.2 * (a[i, j] + a[i, j - 1] + a[i, j + 1] + a[i + 1, j] + a[i - 1, j])
        for i in range(1, 31):
            for j in range(1, 31):
                a[i, j] = 0.2 * (b[i, j] + b[i, j - 1] + b[i, j + 1] + b[i + 1, j] + b[i - 1, j])
