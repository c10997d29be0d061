# args: a=int32[8] n=3
from pylog import *
import numpy as np


@pylog
def dynamic_iteration(a, n):
    s = 0
    for x in a[:n]:
        s += x
    for i, x in enumerate(a[n:]):
        s += i * x
    return s
