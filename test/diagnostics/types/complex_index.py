# args: a=complex64[4]
from pylog import *
import numpy as np


@pylog
def k(a):
    for i in range(a[0]):
        a[i] = 0
    return a[2j]
