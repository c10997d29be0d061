from pylog import *
import numpy as np


@pylog
def kernel(a: "int32[8]"):
    pragma("HLS teleport distance=3")
    a[0] += 1
