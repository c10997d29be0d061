# args: a=int32[9]
from pylog import *
import numpy as np


@pylog
def for_array(a):
    total = 0
    largest = a[0]
    for x in a:
        total += x
        if x > largest:
            largest = x
    return total, largest
