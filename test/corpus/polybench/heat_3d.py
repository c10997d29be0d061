# args: A=float32[5,5,5] B=float32[5,5,5]
from pylog import *
import numpy as np


@pylog
def heat_3d(A, B):
    def step(src, dst):
        for i in range(1, 4):
            for j in range(1, 4):
                for k in range(1, 4):
                    dst[i, j, k] = (
                        0.125 * (src[i + 1, j, k] - 2.0 * src[i, j, k] + src[i - 1, j, k])
                        + 0.125 * (src[i, j + 1, k] - 2.0 * src[i, j, k] + src[i, j - 1, k])
                        + 0.125 * (src[i, j, k + 1] - 2.0 * src[i, j, k] + src[i, j, k - 1])
                        + src[i, j, k]
                    )

    for t in range(2):
        step(A, B)
        step(B, A)
