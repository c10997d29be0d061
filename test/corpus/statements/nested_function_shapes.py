# args: a=int32[4,4]
from pylog import *
import numpy as np


@pylog
def nested_function_shapes(a):
    def total(v):
        s = 0
        for i in range(v.shape[0]):
            s += v[i]
        return s

    return total(a[0]), total(a[:, 1]), total(a[3]), total(a[1:3, 2])
