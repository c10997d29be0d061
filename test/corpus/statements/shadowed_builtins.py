# args: a=int32[4]
from pylog import *
import numpy as np


@pylog
def shadowed_builtins(a):
    sum = 0
    max = a[0]
    for x in a:
        sum += x
        if x > max:
            max = x
    return sum, max
