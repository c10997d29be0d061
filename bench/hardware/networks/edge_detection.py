"""The edge detection of HPVM2FPGA (section 6): smoothed, Laplacian estimate, zero crossings, gradient, its maximum, reject."""
import numpy as np
from pylog import *

H = W = 128


@pylog
def edge_detection(image: "uint8[128,128]", out: "uint8[118,118]"):
    smooth = np.zeros((H - 6, W - 6), dtype=np.int32)
    for i in range(H - 6):
        for j in range(W - 6):
            total = np.int32(0)
            for r in range(7):
                for c in range(7):
                    total += np.int32(image[i + r, j + c]) * (4 - abs(r - 3)) * (4 - abs(c - 3))
            smooth[i, j] = total // 16
    laplacian = np.zeros((H - 8, W - 8), dtype=np.int32)
    for li in range(H - 8):
        for lj in range(W - 8):
            most = smooth[li, lj]
            least = smooth[li, lj]
            for r in range(3):
                for c in range(3):
                    most = max(most, smooth[li + r, lj + c])
                    least = min(least, smooth[li + r, lj + c])
            laplacian[li, lj] = most + least - 2 * smooth[li + 1, lj + 1]
    crossing = np.zeros((H - 10, W - 10), dtype=np.int32)
    for zi in range(H - 10):
        for zj in range(W - 10):
            highest = np.int32(-1)
            lowest = np.int32(1)
            for r in range(3):
                for c in range(3):
                    sign = np.int32(1 if laplacian[zi + r, zj + c] >= 0 else -1)
                    highest = max(highest, sign)
                    lowest = min(lowest, sign)
            crossing[zi, zj] = 1 if highest - lowest == 2 else 0
    gradient = np.zeros((H - 10, W - 10), dtype=np.int32)
    for gi in range(H - 10):
        for gj in range(W - 10):
            right = smooth[gi + 1, gj + 3] + 2 * smooth[gi + 2, gj + 3] + smooth[gi + 3, gj + 3]
            left = smooth[gi + 1, gj + 1] + 2 * smooth[gi + 2, gj + 1] + smooth[gi + 3, gj + 1]
            above = smooth[gi + 1, gj + 1] + 2 * smooth[gi + 1, gj + 2] + smooth[gi + 1, gj + 3]
            below = smooth[gi + 3, gj + 1] + 2 * smooth[gi + 3, gj + 2] + smooth[gi + 3, gj + 3]
            gradient[gi, gj] = abs(right - left) + abs(below - above)
    largest = np.int32(0)
    for mi in range(H - 10):
        for mj in range(W - 10):
            largest = max(largest, gradient[mi, mj])
    for ri in range(H - 10):
        for rj in range(W - 10):
            out[ri, rj] = np.uint8(255 if crossing[ri, rj] == 1 and 10 * gradient[ri, rj] > largest else 0)
