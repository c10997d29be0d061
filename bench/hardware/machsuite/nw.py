from pylog import *
import numpy as np


@pylog
def nw(a: "uint8[128]", b: "uint8[128]", aligned_a: "uint8[256]", aligned_b: "uint8[256]"):
    """Needleman and Wunsch: two texts, aligned."""
    score = np.zeros((129, 129), np.int32)
    way = np.zeros((129, 129), np.uint8)
    for i in range(129):
        score[0, i] = -i
    for j in range(129):
        score[j, 0] = -j
    for j in range(1, 129):
        for i in range(1, 129):
            match = 1 if a[i - 1] == b[j - 1] else -1
            diagonal = score[j - 1, i - 1] + match
            up = score[j - 1, i] - 1
            left = score[j, i - 1] - 1
            best = max(diagonal, max(up, left))
            score[j, i] = best
            if best == left:
                way[j, i] = 1
            elif best == up:
                way[j, i] = 2
            else:
                way[j, i] = 0
    i = np.int32(128)
    j = np.int32(128)
    n = np.int32(0)
    while i > 0 or j > 0:
        step = way[j, i]
        if i > 0 and j > 0 and step == 0:
            aligned_a[n] = a[i - 1]
            aligned_b[n] = b[j - 1]
            i -= 1
            j -= 1
        elif i > 0 and (j == 0 or step == 1):
            aligned_a[n] = a[i - 1]
            aligned_b[n] = 45
            i -= 1
        else:
            aligned_a[n] = 45
            aligned_b[n] = b[j - 1]
            j -= 1
        n += 1
    while n < 256:
        aligned_a[n] = 95
        aligned_b[n] = 95
        n += 1
