# args: a=float32[6]
from pylog import *
import numpy as np


@pylog
def augmented_in_place(a):
    """+= on an array changes it where it lies; a = a + b makes a new one."""
    v = a[1:4]
    v += 1
    w = a[3:]
    w = w * 2
    w -= 1
    return w
