# args: a=float32[8] out=float32[8]
from pylog import *
import numpy as np


@pylog
def conditional_expressions(a, out):
    for i in range(8):
        out[i] = a[i] if a[i] > 0 else -a[i]
        out[i] += 1 if i % 2 == 0 else 2 if i % 3 == 0 else 3
    v = a[:4] if a[0] > a[4] else a[4:]
    k = 3 if a[0] > 100 else 4
    return v, k
