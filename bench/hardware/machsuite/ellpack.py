from pylog import *
import numpy as np


@pylog
def ellpack(values: "float64[494,10]", columns: "int32[494,10]", vector: "float64[494]", out: "float64[494]"):
    """A sparse matrix, ten elements a row, by a vector."""
    for i in range(494):
        total = 0.0
        for j in range(10):
            total += values[i, j] * vector[columns[i, j]]
        out[i] = total
