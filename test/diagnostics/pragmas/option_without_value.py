from pylog import *
import numpy as np


@pylog
def kernel(a: "int32[8]"):
    pragma("HLS array_partition variable=a cyclic factor=")
    pragma("HLS array_partition variable=a cyclic")
    pragma("HLS array_partition cyclic factor=2")
    for i in range(8):
        pragma("HLS pipeline II=fast")
        pragma("HLS loop_tripcount min=9 max=8")
        a[i] += 1
