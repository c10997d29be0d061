# args: a=int32[4] k=0
from pylog import *
import numpy as np


@pylog
def augmented_indirect(a, k):
    for i in range(4):
        a[a[i] % 4] += 1
        a[k] -= a[(k + 1) % 4]
        k = (k + 1) % 4
    return a
