# args: block=int32[8,8] out=int32[64]
# range: block=-128..127
# The tables of a JPEG encoder, made as one writes them in plain Python.
import math
from pylog import *

SIZE = 8
COSINES = []
for u in range(SIZE):
    row = []
    for x in range(SIZE):
        row.append(round(1024 * math.cos((2 * x + 1) * u * math.pi / 16)))
    COSINES.append(row)
COSINES[0] = [c * 724 // 1024 for c in COSINES[0]]

QUANTISER = [16, 11, 10, 16, 24, 40, 51, 61] * 8
for i in range(64):
    QUANTISER[i] += 2 * (i // 8)
QUANTISER[0] /= 2
QUANTISER = [max(1, int(q)) for q in QUANTISER]


def zigzag(n):
    order = []
    for total in range(2 * n - 1):
        diagonal = [(i, total - i) for i in range(n) if 0 <= total - i < n]
        if total % 2 == 0:
            diagonal.reverse()
        order += [i * n + j for i, j in diagonal]
    return order


ORDER = zigzag(SIZE)
PLACE = [0] * len(ORDER)
for at, where in enumerate(ORDER):
    PLACE[where] = at
del at, where


@pylog
def jpeg_block(block, out):
    for u in range(8):
        for v in range(8):
            total = 0
            for x in range(8):
                for y in range(8):
                    total += block[x, y] * COSINES[u][x] * COSINES[v][y] >> 10
            out[PLACE[u * 8 + v]] = total // 4096 // QUANTISER[u * 8 + v]
