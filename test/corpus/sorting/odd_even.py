# args: a=float64[11]
from pylog import *
import numpy as np


@pylog
def odd_even(a):
    for phase in range(11):
        for i in range(phase % 2, 10, 2):
            lo = min(a[i], a[i + 1])
            hi = max(a[i], a[i + 1])
            a[i] = lo
            a[i + 1] = hi
