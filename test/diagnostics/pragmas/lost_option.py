from pylog import *
import numpy as np


@pylog
def kernel(a: "int32[8]"):
    for i in range(8):
        pragma("HLS pipeline II=2 rewind style=flp")
        a[i] += 1
