# args: a=int32[4] n=3
from pylog import *
import numpy as np


@pylog
def truth_values(a, n):
    c = 0
    for x in a:
        if x and n:
            c += 1
        if not x or n > 5:
            c += 10
    ok = a[0] > 0 and a[1] > 0 or n == 3
    return c, bool(ok)
