from pylog import *
import numpy as np


@pylog
def kernel(a: "int32[8]"):
    pragma("HLS array_partition variable=a cyclc factor=2")
    for i in range(8):
        pragma("HLS unroll facotr=2")
        a[i] += 1
