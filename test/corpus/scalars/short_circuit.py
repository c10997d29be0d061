# args: a=int32[5]
from pylog import *
import numpy as np


@pylog
def short_circuit(a):
    """The right side is not evaluated when the left one decides: no index error."""
    n = 0
    for i in range(8):
        if i < 5 and a[i] > 0:
            n += 1
        if i >= 5 or a[i] < 0:
            n += 10
        x = a[i] if i < 5 else 0
        n += 1 if x == 0 else 0
    return n
