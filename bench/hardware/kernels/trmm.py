from pylog import *
import numpy as np


@pylog
def trmm(a: "float32[24,24]", b: "float32[24,24]"):
    """B = 1.5 A' B with A triangular and ones on its diagonal, 24 by 24 float32."""
    for i in range(24):
        for j in range(24):
            total = b[i, j]
            for k in range(i + 1, 24):
                total += a[k, i] * b[k, j]
            b[i, j] = np.float32(1.5) * total
