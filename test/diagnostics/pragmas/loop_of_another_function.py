from pylog import *
import numpy as np



def helper(b):
    pragma("unroll j")
    for i in range(8):
        b[i] += 1


@pylog
def kernel(a: "int32[8]"):
    helper(a)
    for j in range(8):
        a[j] += 1
