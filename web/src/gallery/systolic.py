# A product of matrices on a grid of multipliers: words pass from neighbour to neighbour, sums stay where they are.
from pylog import *


@pylog
def grid(a: "int16[8,8]", b: "int16[8,8]", c: "int32[8,8]"):
    for i in range(8):
        for j in range(8):
            total = np.int32(0)
            for k in range(8):
                total += np.int32(a[i, k]) * np.int32(b[k, j])
            c[i, j] = total
