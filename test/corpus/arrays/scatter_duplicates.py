# args: a=int32[5] i=int64[4]
# values: i=1,1,2,1
from pylog import *
import numpy as np


@pylog
def scatter_duplicates(a, i):
    a[i] += 10
    b = a.copy()
    b[i] = np.arange(4)
    return b
