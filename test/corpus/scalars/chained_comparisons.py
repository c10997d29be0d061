# args: a=int32[10] lo=-20 hi=40
from pylog import *
import numpy as np


@pylog
def chained_comparisons(a, lo, hi):
    inside = 0
    odd = 0
    for x in a:
        if lo <= x < hi:
            inside += 1
        if lo < x <= hi != x:
            odd += 1
        if 0 < x < 50 < 100:
            odd += 100
    return inside, odd, lo < 0 < hi, lo == hi == 0
