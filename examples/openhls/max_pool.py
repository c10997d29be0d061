"""The largest of 3 x 3, two apart."""
from pylog import *


@pylog
def max_pool(x: "float<5,11>[3, 16, 16]", out: "float<5,11>[3, 7, 7]"):
    for c in range(3):
        for i in range(7):
            for j in range(7):
                m = x[c, 2 * i, 2 * j]
                for u in range(3):
                    for v in range(3):
                        m = max(m, x[c, 2 * i + u, 2 * j + v])
                out[c, i, j] = m
