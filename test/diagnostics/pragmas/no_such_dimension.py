from pylog import *
import numpy as np


@pylog
def kernel(a: "int32[4,4]"):
    pragma("HLS array_partition variable=a cyclic factor=2 dim=3")
    a[0, 0] = 1
