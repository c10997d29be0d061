"""Edges of an image, as HPVM's pipeline finds them: smoothed, then where its second derivative changes sign and its gradient is
strong against the strongest one."""
import numpy as np
from pylog import *

H = 24
W = 24


@pylog
def edge(image: "float32[24,24]", gauss: "float32[5,5]", edges: "uint8[24,24]"):
    smooth = np.zeros((H, W), dtype=np.float32)
    for y in range(2, H - 2):
        for x in range(2, W - 2):
            total = np.float32(0)
            for r in range(5):
                for c in range(5):
                    total += image[y + r - 2, x + c - 2] * gauss[r, c]
            smooth[y, x] = total

    laplacian = np.zeros((H, W), dtype=np.float32)
    for y1 in range(1, H - 1):
        for x1 in range(1, W - 1):
            high = smooth[y1, x1]
            low = smooth[y1, x1]
            for r1 in range(3):
                for c1 in range(3):
                    high = max(high, smooth[y1 + r1 - 1, x1 + c1 - 1])
                    low = min(low, smooth[y1 + r1 - 1, x1 + c1 - 1])
            laplacian[y1, x1] = high + low - np.float32(2) * smooth[y1, x1]

    crossing = np.zeros((H, W), dtype=np.uint8)
    for y2 in range(1, H - 1):
        for x2 in range(1, W - 1):
            above = False
            below = False
            for r2 in range(3):
                for c2 in range(3):
                    above = above or laplacian[y2 + r2 - 1, x2 + c2 - 1] > np.float32(0)
                    below = below or laplacian[y2 + r2 - 1, x2 + c2 - 1] < np.float32(0)
            crossing[y2, x2] = np.uint8(1) if above and below else np.uint8(0)

    gradient = np.zeros((H, W), dtype=np.float32)
    strongest = np.float32(0)
    for y3 in range(1, H - 1):
        for x3 in range(1, W - 1):
            gx = (smooth[y3 - 1, x3 + 1] - smooth[y3 - 1, x3 - 1]) + np.float32(2) * (smooth[y3, x3 + 1] - smooth[y3, x3 - 1]) + (smooth[y3 + 1, x3 + 1] - smooth[y3 + 1, x3 - 1])
            gy = (smooth[y3 + 1, x3 - 1] - smooth[y3 - 1, x3 - 1]) + np.float32(2) * (smooth[y3 + 1, x3] - smooth[y3 - 1, x3]) + (smooth[y3 + 1, x3 + 1] - smooth[y3 - 1, x3 + 1])
            gradient[y3, x3] = abs(gx) + abs(gy)
            strongest = max(strongest, gradient[y3, x3])

    for y4 in range(H):
        for x4 in range(W):
            isEdge = crossing[y4, x4] == 1 and gradient[y4, x4] > np.float32(0.1) * strongest
            edges[y4, x4] = np.uint8(255) if isEdge else np.uint8(0)


def data(rng):
    ramp = np.add.outer(np.arange(H), np.arange(W)) / (H + W)
    disc = np.hypot(*np.meshgrid(np.arange(H) - H / 2, np.arange(W) - W / 2)) < H / 3
    bell = np.exp(-((np.arange(5) - 2.0) ** 2) / 2)
    return {
        "image": (ramp + disc + 0.05 * rng.random((H, W))).astype(np.float32),
        "gauss": (np.outer(bell, bell) / bell.sum() ** 2).astype(np.float32),
        "edges": np.zeros((H, W), np.uint8),
    }
