"""a b + c, as OpenHLS's addmm: 16 x 16 each."""
from pylog import *

N = 16


@pylog
def addmm(a: "float<5,11>[16, 16]", b: "float<5,11>[16, 16]", c: "float<5,11>[16, 16]", out: "float<5,11>[16, 16]"):
    for i in range(N):
        for j in range(N):
            s = c[i, j]
            for k in range(N):
                s += a[i, k] * b[k, j]
            out[i, j] = s
