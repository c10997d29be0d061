# args: a=int32[9] p=bool[9]
# range: a=-2..2
from pylog import *
import numpy as np


@pylog
def logic(a, p):
    n = 0
    for i in range(9):
        if a[i] > 0 and p[i]:
            n += 1
        if a[i] < 0 or not p[i]:
            n += 10
        if not (a[i] == 0 or a[i] == 1):
            n += 100
        if i > 0 and a[i - 1] == a[i]:
            n += 1000
        if a[i]:
            n += 10000
    return n
