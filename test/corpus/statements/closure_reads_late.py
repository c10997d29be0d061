# args: a=int32[4]
from pylog import *
import numpy as np


@pylog
def closure_reads_late(a):
    k = 1

    def f(x):
        return x * k

    u = f(a[0])
    k = 5
    return u, f(a[0])
