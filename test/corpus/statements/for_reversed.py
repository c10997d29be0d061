# args: a=int32[5]
from pylog import *
import numpy as np


@pylog
def for_reversed(a):
    s = 0
    for x in a[::-1]:
        s = s * 3 + x
    for i in reversed(range(5)):
        s += i * a[i]
    return s
