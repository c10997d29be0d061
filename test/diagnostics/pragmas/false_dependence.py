from pylog import *
import numpy as np


def smooth(x):
    for i in range(2, 8):
        pragma("HLS dependence variable=x inter false")
        x[i] += x[i - 2]


@pylog
def kernel(a: "int32[8]", b: "int32[8]"):
    for i in range(2, 8):
        pragma("HLS dependence variable=a inter RAW true distance=3")
        a[i] = a[i - 2] + 1
    for i in range(8):
        pragma("HLS dependence variable=a intra RAW false")
        a[i] = b[i]
        b[i] = a[i] + a[7 - i]
    smooth(b)
