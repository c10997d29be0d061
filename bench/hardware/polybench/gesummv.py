from pylog import *
import numpy as np


@pylog
def gesummv(
    alpha: "float32",
    beta: "float32",
    A: "float32[250,250]",
    B: "float32[250,250]",
    tmp: "float32[250]",
    x: "float32[250]",
    y: "float32[250]",
):
    """y = alpha A x + beta B x."""
    for i in range(250):
        tmp[i] = 0.0
        y[i] = 0.0
        for j in range(250):
            tmp[i] = A[i, j] * x[j] + tmp[i]
            y[i] = B[i, j] * x[j] + y[i]
        y[i] = alpha * tmp[i] + beta * y[i]
