# args: L=float64[6,6] x=float64[6] b=float64[6]
# range: L=1..3
from pylog import *
import numpy as np


@pylog
def trisolv(L, x, b):
    for i in range(6):
        x[i] = b[i]
        for j in range(i):
            x[i] -= L[i, j] * x[j]
        x[i] = x[i] / L[i, i]
