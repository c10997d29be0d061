# args: a=int32[12]
from pylog import *
import numpy as np


@pylog
def range_changed_inside(a):
    """Bounds are read once; changing the variable inside the body changes nothing else."""
    n = 5
    c = 0
    for i in range(n):
        n = 100
        c += i
        i = i + 50
        a[c % 12] = i
    return n, c
