# args: A=float32[3,4,5] C4=float32[5,5] total=float32[5]
from pylog import *
import numpy as np


@pylog
def doitgen(A, C4, total):
    for r in range(3):
        for q in range(4):
            for p in range(5):
                total[p] = 0.0
                for s in range(5):
                    total[p] += A[r, q, s] * C4[s, p]
            A[r, q, :] = total
