# args: a=float64[4]
import numpy as np
from pylog import *


def count(x, sums=np.zeros(4)):
    sums[0] += x
    return sums[0]


@pylog
def k(a):
    for i in range(4):
        a[i] = count(a[i])
