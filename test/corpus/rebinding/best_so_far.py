# args: a=float32[4]
# The best one is kept, and the array that it is changes afterwards.
from pylog import *
import numpy as np


@pylog
def best_so_far(a):
    best = a.copy()
    bs = best.sum()
    for i in range(5):
        cand = best * np.float32(0.9) + i
        if cand.sum() < bs:
            best = cand
            bs = cand.sum()
        cand[0] = 9
    return best
