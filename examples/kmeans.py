# K-means: points move to the nearest of four centres, centres move to the mean of their points.
#
#   npx lutra run examples/kmeans.py --out results
import numpy as np
from pylog import *

STEPS = 10


@pylog
def kmeans(points: "float32[256,2]", centres: "float32[4,2]"):
    labels = np.zeros(256, dtype=np.int32)
    for step in range(STEPS):
        for p in range(256):
            distances = np.sum((centres - points[p]) ** 2, axis=1)
            labels[p] = np.argmin(distances)
        for k in range(4):
            total = np.zeros(2, dtype=np.float32)
            count = 0
            for p in range(256):
                if labels[p] == k:
                    total += points[p]
                    count += 1
            if count > 0:
                centres[k] = total / np.float32(count)
    return labels
