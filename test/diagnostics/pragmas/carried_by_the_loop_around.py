from pylog import *
import numpy as np


@pylog
def kernel(a: "int32[8]", b: "int32[4,8]"):
    for i in range(4):
        for j in range(8):
            pragma("HLS dependence variable=a inter false")
            a[j] += b[i, j]
