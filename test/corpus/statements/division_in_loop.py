# args: a=int32[5]
from pylog import *
import numpy as np


@pylog
def division_in_loop(a):
    x = 0
    for i in range(5):
        x = x / 2 + a[i]
    return x
