"""A camera's way from raw values to a picture (CAVA): scaled, colours of the Bayer pattern filled in, noise taken out by
medians, mapped to another colour space, to the gamut by distances from control points, and along a tone curve."""
import numpy as np
from pylog import *

H = 16
W = 16
POINTS = 8


@pylog
def cava(raw: "uint8[16,16]", transform: "float32[3,3]", control: "float32[8,3]", weights: "float32[8,3]", tone: "uint8[256]", out: "uint8[16,16,3]"):
    scaled = np.zeros((H, W), dtype=np.float32)
    for y in range(H):
        for x in range(W):
            scaled[y, x] = np.float32(raw[y, x]) / np.float32(255)

    colour = np.zeros((H, W, 3), dtype=np.float32)
    for y1 in range(1, H - 1):
        for x1 in range(1, W - 1):
            here = scaled[y1, x1]
            cross = (scaled[y1 - 1, x1] + scaled[y1 + 1, x1] + scaled[y1, x1 - 1] + scaled[y1, x1 + 1]) * np.float32(0.25)
            corners = (scaled[y1 - 1, x1 - 1] + scaled[y1 - 1, x1 + 1] + scaled[y1 + 1, x1 - 1] + scaled[y1 + 1, x1 + 1]) * np.float32(0.25)
            across = (scaled[y1, x1 - 1] + scaled[y1, x1 + 1]) * np.float32(0.5)
            along = (scaled[y1 - 1, x1] + scaled[y1 + 1, x1]) * np.float32(0.5)
            if y1 % 2 == 0 and x1 % 2 == 0:
                colour[y1, x1, 0] = across
                colour[y1, x1, 1] = here
                colour[y1, x1, 2] = along
            elif y1 % 2 == 0:
                colour[y1, x1, 0] = here
                colour[y1, x1, 1] = cross
                colour[y1, x1, 2] = corners
            elif x1 % 2 == 0:
                colour[y1, x1, 0] = corners
                colour[y1, x1, 1] = cross
                colour[y1, x1, 2] = here
            else:
                colour[y1, x1, 0] = along
                colour[y1, x1, 1] = here
                colour[y1, x1, 2] = across

    calm = np.zeros((H, W, 3), dtype=np.float32)
    for y2 in range(1, H - 1):
        for x2 in range(1, W - 1):
            for c2 in range(3):
                near = np.zeros(9, dtype=np.float32)
                for n in range(9):
                    near[n] = colour[y2 + n // 3 - 1, x2 + n % 3 - 1, c2]
                for a in range(5):
                    for b in range(8):
                        low = min(near[b], near[b + 1])
                        near[b + 1] = max(near[b], near[b + 1])
                        near[b] = low
                calm[y2, x2, c2] = near[4]

    mapped = np.zeros((H, W, 3), dtype=np.float32)
    for y3 in range(H):
        for x3 in range(W):
            for c3 in range(3):
                total = np.float32(0)
                for d3 in range(3):
                    total += calm[y3, x3, d3] * transform[d3, c3]
                mapped[y3, x3, c3] = max(total, np.float32(0))

    gamut = np.zeros((H, W, 3), dtype=np.float32)
    for y4 in range(H):
        for x4 in range(W):
            for p in range(POINTS):
                square = np.float32(0)
                for d4 in range(3):
                    square += (mapped[y4, x4, d4] - control[p, d4]) * (mapped[y4, x4, d4] - control[p, d4])
                distance = np.sqrt(square)
                for c4 in range(3):
                    gamut[y4, x4, c4] += distance * weights[p, c4]

    for y5 in range(H):
        for x5 in range(W):
            for c5 in range(3):
                level = np.int32(max(np.float32(0), min(np.float32(255), gamut[y5, x5, c5] * np.float32(255))))
                out[y5, x5, c5] = tone[level]


def data(rng):
    return {
        "raw": rng.integers(0, 256, (H, W), dtype=np.uint8),
        "transform": (np.eye(3) + 0.1 * rng.random((3, 3))).astype(np.float32),
        "control": rng.random((POINTS, 3)).astype(np.float32),
        "weights": (rng.random((POINTS, 3)) / POINTS).astype(np.float32),
        "tone": (255 * (np.arange(256) / 255) ** 0.45).astype(np.uint8),
        "out": np.zeros((H, W, 3), np.uint8),
    }
