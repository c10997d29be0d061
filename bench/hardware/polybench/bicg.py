from pylog import *
import numpy as np


@pylog
def bicg(
    A: "float32[410,390]",
    s: "float32[390]",
    q: "float32[410]",
    p: "float32[390]",
    r: "float32[410]",
):
    """s = A' r, q = A p."""
    for i in range(390):
        s[i] = 0.0
    for i in range(410):
        q[i] = 0.0
        for j in range(390):
            s[j] = s[j] + r[i] * A[i, j]
            q[i] = q[i] + A[i, j] * p[j]
