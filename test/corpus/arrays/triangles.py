# args: m=float32[4,4]
from pylog import *
import numpy as np


@pylog
def triangles(m):
    return np.tril(m), np.triu(m), np.tril(m, -1), np.triu(m, 1), np.diag(m), np.trace(m[:1, :1])
