# args: train=float32[10,3] labels=int32[10] query=float32[3]
# range: labels=0..2
from pylog import *
import numpy as np


@pylog
def knn(train, labels, query):
    d = np.zeros(10, dtype=np.float32)
    for i in range(10):
        for j in range(3):
            t = train[i, j] - query[j]
            d[i] += t * t
    order = np.argsort(d)
    votes = np.zeros(3, dtype=np.int32)
    for k in range(3):
        votes[labels[order[k]]] += 1
    return np.argmax(votes), order[:3]
