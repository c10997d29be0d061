# Smith-Waterman: the score of the best local alignment of two sequences, by dynamic programming.
# Bytes stand for bases: their value modulo 4.
#
#   npx lutra run examples/smith_waterman.py --seed 7
import numpy as np
from pylog import *

MATCH = 3
MISMATCH = -3
GAP = 2


@pylog
def smith_waterman(first: "uint8[64]", second: "uint8[48]"):
    scores = np.zeros((65, 49), dtype=np.int16)
    best = 0
    for i in range(1, 65):
        for j in range(1, 49):
            same = first[i - 1] % 4 == second[j - 1] % 4
            diagonal = scores[i - 1, j - 1] + (MATCH if same else MISMATCH)
            up = scores[i - 1, j] - GAP
            left = scores[i, j - 1] - GAP
            score = max(0, diagonal, up, left)
            scores[i, j] = score
            best = max(best, int(score))
    return best
