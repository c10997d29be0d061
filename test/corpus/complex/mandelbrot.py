# args: grid=complex64[6,8]
# range: grid=-2..2
from pylog import *
import numpy as np


@pylog
def mandelbrot(grid):
    counts = np.zeros((6, 8), dtype=np.int32)
    for i in range(6):
        for j in range(8):
            c = grid[i, j]
            z = 0j
            n = 0
            while n < 20 and abs(z) <= 2:
                z = z * z + c
                n += 1
            counts[i, j] = n
    return counts
