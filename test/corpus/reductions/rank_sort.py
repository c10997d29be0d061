# args: a=int32[10]
from pylog import *
import numpy as np


@pylog
def rank_sort(a):
    """Rank of each element by counting."""
    rank = np.zeros(10, dtype=np.int64)
    for i in range(10):
        rank[i] = np.sum(a < a[i]) + np.sum(a[:i] == a[i])
    out = np.zeros(10, dtype=np.int32)
    for i in range(10):
        out[rank[i]] = a[i]
    return out, rank
