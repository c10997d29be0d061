# args: a=int32[32] step=3
from pylog import *
import numpy as np


@pylog
def loop_step_variable(a, step):
    c = 0
    s = 0
    for i in range(0, 32, step):
        s += a[i]
        c += 1
    w = 1
    while w < 32:
        for i in range(0, 32 - w, 2 * w):
            a[i] += a[i + w]
        w *= 2
    return s, c
