# A name that may have no value yet, and another type later: nothing to convert.
# args: a=float32[3] n=2
import numpy as np
from pylog import *


@pylog
def type_changes_in_inner_loop(a, n):
    for i in range(2):
        k = 0
        while k < n:
            k += 1
            v = a[k]
            a[0] += v
        v = i
    return v
