# args: a=int16[40]
# range: a=1000..2000
from pylog import *
import numpy as np


@pylog
def int16_accumulators(a):
    s = a[0]
    for x in a:
        s += x
    t = np.int16(0)
    for x in a:
        t = t + x * 2
    return s, t, np.sum(a), sum(a)
