"""Edges of an image: smoothed, then the strength of its gradient. Under edges.schedule both nests run at the same time:
the second takes each pixel as soon as the first has made it."""
import numpy as np
from pylog import *


@pylog
def edges(image: "uint8[64,64]", out: "uint8[60,60]"):
    smooth = np.zeros((62, 62), dtype=np.int32)
    for i in range(62):
        for j in range(62):
            total = np.int32(0)
            for r in range(3):
                for c in range(3):
                    total += np.int32(image[i + r, j + c])
            smooth[i, j] = total // 9
    for y in range(60):
        for x in range(60):
            left = smooth[y, x] + 2 * smooth[y + 1, x] + smooth[y + 2, x]
            right = smooth[y, x + 2] + 2 * smooth[y + 1, x + 2] + smooth[y + 2, x + 2]
            above = smooth[y, x] + 2 * smooth[y, x + 1] + smooth[y, x + 2]
            below = smooth[y + 2, x] + 2 * smooth[y + 2, x + 1] + smooth[y + 2, x + 2]
            strength = abs(right - left) + abs(below - above)
            out[y, x] = np.uint8(np.clip(strength, 0, 255))
