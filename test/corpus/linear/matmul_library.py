# args: a=float32[4,6] b=float32[6,5] c=float32[4,5]
# sum: 6 of 100
from pylog import *
import numpy as np


@pylog
def matmul_library(a, b, c):
    matmul(a, b, c)
    d = matmul(a, b) * 2
    return d
