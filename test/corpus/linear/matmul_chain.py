# args: a=float32[3,3] b=float32[3,3] c=float32[3,3]
# sum: 9 of 1000
from pylog import *
import numpy as np


@pylog
def matmul_chain(a, b, c):
    matmul(a, b, c)
    c += a @ b @ a
    c[0] = a[0] @ b
