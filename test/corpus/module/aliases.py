# args: a=float64[4]
# Other names for a table, and views of it, change the table itself.
import numpy as np
from pylog import *

T = [1.0, 2.0, 3.0, 4.0]
U = T
U[0] = 5.5
U += [6.0]
GRID = np.arange(12).reshape(3, 4) * 1.0
row = GRID[1]
row[:] = -1
column = GRID.T[2]
column *= 10
flat = GRID.ravel()
flat[-1] = 0.125
COPY = GRID.copy()
GRID[0, 0] = 42
ROWS = [[0] * 3] * 2
ROWS[0][1] = 7


@pylog
def aliases(a):
    out = np.zeros(4)
    for i in range(4):
        out[i] = a[i] * T[i] + GRID[1, i] + GRID[2, i] + COPY[0, i] + ROWS[1][1]
    return out, T[4]
