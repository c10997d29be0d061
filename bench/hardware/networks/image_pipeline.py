"""Edges of an image, in four stages: blur, gradient, threshold, the strongest of its neighbours."""
import numpy as np
from pylog import *

H = W = 128


@pylog
def image_pipeline(image: "uint8[128,128]", out: "uint8[120,120]"):
    blurred = np.zeros((H - 4, W - 4), dtype=np.int32)
    for i in range(H - 4):
        for j in range(W - 4):
            total = np.int32(0)
            for r in range(5):
                for c in range(5):
                    total += np.int32(image[i + r, j + c]) * (3 - abs(r - 2)) * (3 - abs(c - 2))
            blurred[i, j] = total // 81
    strength = np.zeros((H - 6, W - 6), dtype=np.int32)
    for y in range(H - 6):
        for x in range(W - 6):
            left = blurred[y, x] + 2 * blurred[y + 1, x] + blurred[y + 2, x]
            right = blurred[y, x + 2] + 2 * blurred[y + 1, x + 2] + blurred[y + 2, x + 2]
            above = blurred[y, x] + 2 * blurred[y, x + 1] + blurred[y, x + 2]
            below = blurred[y + 2, x] + 2 * blurred[y + 2, x + 1] + blurred[y + 2, x + 2]
            strength[y, x] = abs(right - left) + abs(below - above)
    strong = np.zeros((H - 6, W - 6), dtype=np.int32)
    for v in range(H - 6):
        for u in range(W - 6):
            strong[v, u] = strength[v, u] if strength[v, u] > 40 else 0
    for p in range(H - 8):
        for q in range(W - 8):
            most = strong[p, q]
            for r in range(3):
                for c in range(3):
                    most = max(most, strong[p + r, q + c])
            out[p, q] = np.uint8(255 if strong[p + 1, q + 1] == most and most > 0 else 0)
