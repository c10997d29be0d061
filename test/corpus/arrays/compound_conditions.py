# args: a=int32[6] lo=-10 hi=10
from pylog import *
import numpy as np


@pylog
def compound_conditions(a, lo, hi):
    inside = (a >= lo) & (a <= hi)
    out = np.where(inside, a, np.where(a < lo, lo, hi))
    return inside, out, np.all(out >= lo), a[0] in (1, 2, 9)
