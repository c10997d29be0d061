# args: a=float32[14]
from pylog import *
import numpy as np


@pylog
def insertion(a):
    for i in range(1, 14):
        key = a[i]
        j = i - 1
        while j >= 0 and a[j] > key:
            a[j + 1] = a[j]
            j -= 1
        a[j + 1] = key
