"""Three layers of convolutions of int8, with four channels between them; weights are arguments."""
import numpy as np
from pylog import *

H = W = 32
C = 4


@pylog
def cnn_int8(
    image: "int8[32,32]",
    first: "int8[4,3,3]",
    second: "int8[4,4,3,3]",
    third: "int8[4,3,3]",
    out: "int8[26,26]",
):
    one = np.zeros((H - 2, W - 2, C), dtype=np.int8)
    for i in range(H - 2):
        for j in range(W - 2):
            for o in range(C):
                total = np.int32(0)
                for r in range(3):
                    for c in range(3):
                        total += np.int32(image[i + r, j + c]) * np.int32(first[o, r, c])
                one[i, j, o] = np.int8(np.clip(total >> 7, 0, 127))
    two = np.zeros((H - 4, W - 4, C), dtype=np.int8)
    for y in range(H - 4):
        for x in range(W - 4):
            for p in range(C):
                total = np.int32(0)
                for r in range(3):
                    for c in range(3):
                        for q in range(C):
                            total += np.int32(one[y + r, x + c, q]) * np.int32(second[p, q, r, c])
                two[y, x, p] = np.int8(np.clip(total >> 7, 0, 127))
    for v in range(H - 6):
        for u in range(W - 6):
            total = np.int32(0)
            for r in range(3):
                for c in range(3):
                    for q in range(C):
                        total += np.int32(two[v + r, u + c, q]) * np.int32(third[q, r, c])
            out[v, u] = np.int8(np.clip(total >> 7, -128, 127))
