# args: a=int32[6] k=3
from pylog import *
import numpy as np


@pylog
def function_closure(a, k):
    """A nested function sees the names around it."""
    table = a * 2
    offset = k + 1

    def look(i):
        return table[i] + offset + a[0]

    s = 0
    for i in range(6):
        s += look(i)
    return s
