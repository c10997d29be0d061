# args: a=int32[4] n=2
from pylog import *
import numpy as np


@pylog
def arrays_made_in_branch(a, n):
    if n > 1:
        t = np.zeros(4, dtype=np.int32)
    else:
        t = np.ones(4, dtype=np.int32)
    t[0] = 5
    for i in range(n):
        t = t + a
    return t
