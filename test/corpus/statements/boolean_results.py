# args: a=int32[4] n=3
from pylog import *
import numpy as np


@pylog
def boolean_results(a, n):
    ok = True
    for x in a:
        ok = ok and x < 1000
    found = False
    for x in a:
        if x == a[2]:
            found = True
    return found, n > 2, n == 3 and not found, a[0] > a[1]
