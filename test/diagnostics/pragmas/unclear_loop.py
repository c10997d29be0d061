from pylog import *
import numpy as np



def helper(b):
    for i in range(8):
        b[i] += 1


@pylog
def kernel(a: "int32[8]"):
    pragma("split i_1 2")
    helper(a)
    for i in range(8):
        a[i] += 1
    for i in range(8):
        a[i] *= 2
