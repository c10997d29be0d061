# args: m=float64[4,4] b=float64[4]
# range: m=0..1 b=1..2
from pylog import *
import numpy as np


@pylog
def conjugate_gradient(m, b):
    a = np.zeros((4, 4))
    for i in range(4):
        for j in range(4):
            a[i, j] = m[i, j] + m[j, i]
        a[i, i] += 8
    x = np.zeros(4)
    r = b.copy()
    p = r.copy()
    rs = 0.0
    for i in range(4):
        rs += r[i] * r[i]
    for _ in range(3):
        ap = np.zeros(4)
        pap = 0.0
        for i in range(4):
            for j in range(4):
                ap[i] += a[i, j] * p[j]
            pap += p[i] * ap[i]
        alpha = rs / pap
        x += alpha * p
        r -= alpha * ap
        new = 0.0
        for i in range(4):
            new += r[i] * r[i]
        p = r + (new / rs) * p
        rs = new
    return x, rs
