# args: a=int32[3]
from pylog import *
import numpy as np


@pylog
def bare_return(a):
    for i in range(3):
        if a[i] > 1000:
            return
        a[i] = i
