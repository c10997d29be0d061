# args: points=float32[128,2] centres=float32[4,2] labels=int32[128]
# schedule: pipeline c; unroll d
from pylog import *


@pylog
def kmeans(points, centres, labels):
    for step in range(8):
        for p in range(128):
            best = np.float32(np.inf)
            for c in range(4):
                distance = np.float32(0)
                for d in range(2):
                    distance += (points[p, d] - centres[c, d]) ** 2
                if distance < best:
                    best = distance
                    labels[p] = c
        for k in range(4):
            count = np.sum(labels == k)
            if count > 0:
                for e in range(2):
                    total = np.float32(0)
                    for q in range(128):
                        if labels[q] == k:
                            total += points[q, e]
                    centres[k, e] = total / np.float32(count)
