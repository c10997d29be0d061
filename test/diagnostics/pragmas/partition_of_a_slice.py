from pylog import *
import numpy as np



def double(b):
    pragma("HLS array_partition variable=b complete")
    for i in range(4):
        b[i] *= 2


@pylog
def kernel(a: "int32[8]"):
    buffer = a + 1
    double(buffer[0:4])
    a[:] = buffer
