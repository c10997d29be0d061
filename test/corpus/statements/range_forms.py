# args: n=7 out=int32[40]
from pylog import *
import numpy as np


@pylog
def range_forms(n, out):
    k = 0
    for i in range(n):
        out[k] = i
        k += 1
    for i in range(2, n):
        out[k] = 10 * i
        k += 1
    for i in range(n, -1, -2):
        out[k] = i - 1
        k += 1
    for i in range(-3, 20, 5):
        out[k] = i
        k += 1
    for i in range(5, 5):
        out[0] = 999
    for i in range(3, 0):
        out[0] = 998
    return k
