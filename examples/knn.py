# K nearest neighbours: the label that most of the five closest points have.
#
#   npx lutra run examples/knn.py
import numpy as np
from pylog import *

K = 5
CLASSES = 10


@pylog
def knn(points: "float32[512,3]", labels: "uint8[512]", query: "float32[3]"):
    distances = np.sum((points - query) ** 2, axis=1)
    votes = np.zeros(CLASSES, dtype=np.int32)
    for k in range(K):
        nearest = np.argmin(distances)
        votes[labels[nearest] % CLASSES] += 1
        distances[nearest] = np.inf
    return np.argmax(votes)
