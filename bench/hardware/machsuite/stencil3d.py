from pylog import *
import numpy as np


@pylog
def stencil3d(c0: "int32", c1: "int32", orig: "int32[32,32,16]", sol: "int32[32,32,16]"):
    """Seven points; the borders stay."""
    for j in range(32):
        for k in range(16):
            sol[0, j, k] = orig[0, j, k]
            sol[31, j, k] = orig[31, j, k]
    for i in range(1, 31):
        for k in range(16):
            sol[i, 0, k] = orig[i, 0, k]
            sol[i, 31, k] = orig[i, 31, k]
    for i in range(1, 31):
        for j in range(1, 31):
            sol[i, j, 0] = orig[i, j, 0]
            sol[i, j, 15] = orig[i, j, 15]
    for i in range(1, 31):
        for j in range(1, 31):
            for k in range(1, 15):
                around = (
                    orig[i, j, k + 1]
                    + orig[i, j, k - 1]
                    + orig[i, j + 1, k]
                    + orig[i, j - 1, k]
                    + orig[i + 1, j, k]
                    + orig[i - 1, j, k]
                )
                sol[i, j, k] = c0 * orig[i, j, k] + c1 * around
