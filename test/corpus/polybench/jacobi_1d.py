# args: T=4 A=float32[16] B=float32[16]
from pylog import *
import numpy as np


@pylog
def jacobi_1d(T, A, B):
    for t in range(T):
        B[1:-1] = 0.33333 * (A[:-2] + A[1:-1] + A[2:])
        A[1:-1] = 0.33333 * (B[:-2] + B[1:-1] + B[2:])
