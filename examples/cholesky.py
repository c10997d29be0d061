# Cholesky: a symmetric positive definite matrix as a lower triangle times its own transpose.
# The matrix is made from any square m as m m' + n I, so that a run on random data works too.
#
#   npx lutra run examples/cholesky.py --out results
import math
import numpy as np
from pylog import *

N = 16


@pylog
def cholesky(m: "float64[16,16]"):
    a = m @ m.T + N * np.eye(N)
    lower = np.zeros((N, N))
    for i in range(N):
        for j in range(i + 1):
            rest = a[i, j]
            for k in range(j):
                rest -= lower[i, k] * lower[j, k]
            if i == j:
                lower[i, i] = math.sqrt(rest)
            else:
                lower[i, j] = rest / lower[j, j]
    return lower
