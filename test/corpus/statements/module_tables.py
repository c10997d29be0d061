# args: x=uint8[16]
from pylog import *
import numpy as np

SBOX = np.array([6, 4, 12, 5, 0, 7, 2, 14, 1, 15, 3, 13, 8, 10, 9, 11], dtype=np.uint8)
MATRIX = np.array([[1, 2], [3, 4]])
WEIGHTS = [[0.5, -1.0], [2.0, 4.0]]
SQUARES = np.arange(16) ** 2


@pylog
def module_tables(x):
    out = np.zeros(16, dtype=np.int64)
    for i in range(16):
        out[i] = SBOX[x[i] & 15] * 16 + SBOX[x[i] >> 4]
        out[i] += MATRIX[i % 2, 1] + SQUARES[x[i] & 15]
    return out, WEIGHTS[1][0] * 2
