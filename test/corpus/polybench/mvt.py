# args: x1=float32[6] x2=float32[6] y1=float32[6] y2=float32[6] A=float32[6,6]
from pylog import *
import numpy as np


@pylog
def mvt(x1, x2, y1, y2, A):
    for i in range(6):
        for j in range(6):
            x1[i] += A[i, j] * y1[j]
    for i in range(6):
        for j in range(6):
            x2[i] += A[j, i] * y2[j]
