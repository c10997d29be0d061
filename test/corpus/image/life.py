# args: board=uint8[8,8] steps=4
# range: board=0..1
from pylog import *
import numpy as np


@pylog
def life(board, steps):
    for _ in range(steps):
        n = np.zeros((8, 8), dtype=np.uint8)
        for di in range(-1, 2):
            for dj in range(-1, 2):
                if di != 0 or dj != 0:
                    for i in range(8):
                        for j in range(8):
                            n[i, j] += board[(i + di) % 8, (j + dj) % 8]
        board[:] = (n == 3) | ((board == 1) & (n == 2))
