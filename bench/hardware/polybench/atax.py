from pylog import *
import numpy as np


@pylog
def atax(A: "float32[390,410]", x: "float32[410]", y: "float32[410]", tmp: "float32[390]"):
    """y = A' (A x)."""
    for i in range(410):
        y[i] = 0.0
    for i in range(390):
        tmp[i] = 0.0
        for j in range(410):
            tmp[i] = tmp[i] + A[i, j] * x[j]
        for j in range(410):
            y[j] = y[j] + A[i, j] * tmp[i]
