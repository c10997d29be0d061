# args: x=float32[9,3]
from pylog import *
import numpy as np

FEATURE = [0, 1, 2, -1, -1, -1, -1]
THRESHOLD = [0.0, -2.5, 3.5, 0.0, 0.0, 0.0, 0.0]


@pylog
def decision_tree(x):
    out = np.zeros(9, dtype=np.int32)
    for i in range(9):
        node = 0
        while FEATURE[node] >= 0:
            node = 2 * node + (1 if x[i, FEATURE[node]] <= THRESHOLD[node] else 2)
        out[i] = node
    return out
