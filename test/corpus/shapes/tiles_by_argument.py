# args: a=int16[6,8] tile=2 times=3
from pylog import *


@pylog
def tiles_by_argument(a, tile: int, times: int):
    sums = np.zeros((6 // tile, 8 // tile), np.int32)
    for i in range(0, 6, tile):
        for j in range(0, 8, tile):
            sums[i // tile, j // tile] = a[i : i + tile, j : j + tile].sum()
    line = np.repeat(a[0], times)
    return sums, line, np.eye(tile), np.linspace(0.0, 1.0, times + 2)
