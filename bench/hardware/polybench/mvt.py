from pylog import *
import numpy as np


@pylog
def mvt(
    x1: "float32[400]",
    x2: "float32[400]",
    y_1: "float32[400]",
    y_2: "float32[400]",
    A: "float32[400,400]",
):
    """x1 = x1 + A y1, x2 = x2 + A' y2."""
    for i in range(400):
        for j in range(400):
            x1[i] = x1[i] + A[i, j] * y_1[j]
    for i in range(400):
        for j in range(400):
            x2[i] = x2[i] + A[j, i] * y_2[j]
