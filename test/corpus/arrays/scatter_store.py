# args: out=int32[12] idx=int32[6] v=int32[6]
# values: idx=3,0,11,-2,5,7
from pylog import *
import numpy as np


@pylog
def scatter_store(out, idx, v):
    out[idx] = v
    out[idx[:2]] += 5
    for i in range(6):
        out[idx[i]] += 100
