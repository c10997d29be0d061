# args: a=int16[12]
from pylog import *
import numpy as np


@pylog
def selection(a):
    for i in range(11):
        k = i + np.argmin(a[i:])
        t = a[i]
        a[i] = a[k]
        a[k] = t
