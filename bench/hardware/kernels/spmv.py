from pylog import *
import numpy as np


@pylog
def spmv(rows: "int32[33]", columns: "int32[256]", values: "float32[256]", x: "float32[32]", y: "float32[32]"):
    """A sparse matrix (CSR) of 32 rows and 256 elements times a vector."""
    for i in range(32):
        total = np.float32(0)
        for j in range(rows[i], rows[i + 1]):
            total += values[j] * x[columns[j]]
        y[i] = total
