# args: m=int32[6,6]
from pylog import *
import numpy as np


@pylog
def map_reductions(m):
    mx = plmap(lambda x: np.max(x[-1:2, -1:2]), m[1:-1, 1:-1])
    mn = plmap(lambda x: np.min(x[0:2, 0:2]), m[:-1, :-1])
    sm = plmap(lambda x: np.sum(x[-1:2, -1:2]), m[1:-1, 1:-1])
    rs = plmap(lambda x: np.sum(x[0, :]), m)
    return mx, mn, sm, rs
