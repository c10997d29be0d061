# args: alpha=1.5 beta=1.2 C=float32[6,6] A=float32[6,4]
from pylog import *
import numpy as np


@pylog
def syrk(alpha, beta, C, A):
    for i in range(6):
        C[i, : i + 1] *= beta
        for k in range(4):
            C[i, : i + 1] += alpha * A[i, k] * A[: i + 1, k]
