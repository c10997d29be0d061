# args: a=int64[2,3,4] b=int64[2,4,2] c=int64[4,3]
from pylog import *
import numpy as np


@pylog
def matmul_batched(a, b, c):
    return a @ b, a @ c, np.matmul(a[0], b[1]), a[:, 0] @ c
