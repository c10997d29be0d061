from pylog import *
import numpy as np


@pylog
def kernel(a: "int32[8]", b: "int32[8]"):
    pragma("ACCEL cache variable=a")
    for i in range(8):
        pragma("HLS dependence variable=b inter false")
        a[i] += 1
