# args: a=int32[12] v=float32[12]
# range: a=0..3
from pylog import *
import numpy as np


@pylog
def argsort_stable(a, v):
    order = np.argsort(a, kind="stable")
    return order, a[order], v[order]
