# args: a=int32[7,7] v=int32[7]
from pylog import *
import numpy as np


@pylog
def dynamic_slice_stores(a, v):
    for i in range(7):
        a[i, :i] = 0
        a[i, i + 1 :] += v[i + 1 :]
        v[: i + 1] -= i
    k = 3
    v[k : k + 2] = v[k - 2 : k]
    v[k:] = v[k]
