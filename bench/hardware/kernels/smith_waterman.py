from pylog import *
import numpy as np


@pylog
def smith_waterman(a: "int32[32]", b: "int32[32]", h: "int32[33,33]"):
    """The best local alignment of two texts of 32: 2 for a match, -1 for a miss or a gap."""
    best = np.int32(0)
    for i in range(1, 33):
        for j in range(1, 33):
            fit = np.int32(2) if a[i - 1] == b[j - 1] else np.int32(-1)
            score = max(np.int32(0), h[i - 1, j - 1] + fit)
            score = max(score, h[i - 1, j] - np.int32(1))
            score = max(score, h[i, j - 1] - np.int32(1))
            h[i, j] = score
            best = max(best, score)
    return best
