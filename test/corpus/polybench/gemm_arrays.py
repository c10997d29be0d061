# args: alpha=1.5 beta=1.2 C=float64[5,6] A=float64[5,4] B=float64[4,6]
# sum: 6 of 200
from pylog import *
import numpy as np


@pylog
def gemm_arrays(alpha, beta, C, A, B):
    C[:] = alpha * (A @ B) + beta * C
