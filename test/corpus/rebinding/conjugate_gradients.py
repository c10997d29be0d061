# args: A=float32[4,4] b=float32[4]
# sum: 64 of 10
from pylog import *
import numpy as np


@pylog
def conjugate_gradients(A, b):
    x = np.zeros(4, np.float32)
    r = b - A @ x
    p = r.copy()
    for i in range(4):
        Ap = A @ p
        alpha = dot(r, r) / (dot(p, Ap) + 1)
        x = x + alpha * p
        rn = r - alpha * Ap
        beta = dot(rn, rn) / (dot(r, r) + 1)
        p = rn + beta * p
        r = rn
    return x
