from pylog import *
import numpy as np


@pylog
def runtime_counts(a: "float32[16,16]", x: "float32[16]", y: "float32[16]", n: "int32"):
    """A matrix times a vector twice, over the first n rows and columns: how often the loops run is known when a call begins."""
    t = np.zeros(16, np.float32)
    for i in range(n):
        for j in range(n):
            t[i] += a[i, j] * x[j]
    for k in range(n):
        for l in range(n):
            y[k] += a[l, k] * t[l]
