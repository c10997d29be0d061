from pylog import *
import numpy as np



def helper(b):
    pragma("HLS pipeline")
    pragma("HLS inline off")
    for i in range(8):
        b[i] += 1


@pylog
def kernel(a: "int32[8]"):
    helper(a)
