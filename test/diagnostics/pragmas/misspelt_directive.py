from pylog import *
import numpy as np


@pylog
def kernel(a: "int32[8]"):
    for i in range(8):
        pragma("HLS piepline II=2")
        a[i] += 1
