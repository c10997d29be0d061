# args: weights=int32[6] values=int32[6] capacity=20
# range: weights=1..9 values=1..30
from pylog import *
import numpy as np


@pylog
def knapsack(weights, values, capacity):
    best = np.zeros(21, dtype=np.int32)
    for i in range(6):
        for c in range(capacity, weights[i] - 1, -1):
            best[c] = max(best[c], best[c - weights[i]] + values[i])
    return best[capacity], best
