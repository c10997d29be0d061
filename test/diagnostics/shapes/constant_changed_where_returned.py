# args: a=int64[4] i=int64
import numpy as np
from pylog import *

LOW = np.array([1, 2, 3, 4])
HIGH = np.array([5, 6, 7, 8])


def chosen(i):
    t = LOW
    if i > 2:
        t = HIGH
    return t


@pylog
def k(a, i):
    t = chosen(i)
    t[0] = 9
    a[0] = LOW[0]
