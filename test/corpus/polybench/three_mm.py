# args: A=int32[3,4] B=int32[4,5] C=int32[5,4] D=int32[4,3] G=int32[3,3]
from pylog import *
import numpy as np


@pylog
def three_mm(A, B, C, D, G):
    def multiply(x, y):
        out = np.zeros((x.shape[0], y.shape[1]), dtype=np.int32)
        for i in range(x.shape[0]):
            for j in range(y.shape[1]):
                for k in range(x.shape[1]):
                    out[i, j] += x[i, k] * y[k, j]
        return out

    G[:] = multiply(multiply(A, B), multiply(C, D))
