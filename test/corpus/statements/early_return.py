# args: a=int32[10]
from pylog import *
import numpy as np


@pylog
def early_return(a):
    for i in range(10):
        if a[i] > 60:
            return i
        if a[i] < -80:
            return -i
    return 100
