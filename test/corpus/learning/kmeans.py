# args: points=float32[12,2] centres=float32[3,2] labels=int32[12]
from pylog import *
import numpy as np


@pylog
def kmeans(points, centres, labels):
    for it in range(3):
        for i in range(12):
            best = np.float32(1e30)
            for k in range(3):
                dx = points[i, 0] - centres[k, 0]
                dy = points[i, 1] - centres[k, 1]
                d = dx * dx + dy * dy
                if d < best:
                    best = d
                    labels[i] = k
        sums = np.zeros((3, 2), dtype=np.float32)
        counts = np.zeros(3, dtype=np.int32)
        for i in range(12):
            sums[labels[i]] += points[i]
            counts[labels[i]] += 1
        for k in range(3):
            if counts[k] > 0:
                centres[k] = sums[k] / np.float32(counts[k])
