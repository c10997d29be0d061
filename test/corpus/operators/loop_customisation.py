# args: a=int32[16] b=int32[16] c=int32[16]
from pylog import *
import numpy as np


@pylog
def loop_customisation(a, b, c):
    pragma("HLS array_partition variable=a cyclic factor=4")
    for i in range(16).unroll(4):
        c[i] = a[i] + b[i]
    s = 0
    for i in range(0, 16, 2).pipeline():
        s += c[i]
    for i in range(4).pipeline(ii=2):
        for j in range(4).unroll():
            pragma("HLS dependence variable=c inter false")
            c[4 * i + j] *= 2
    return s
