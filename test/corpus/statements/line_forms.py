# args: a=int32[4]
from pylog import *
import numpy as np


@pylog
def line_forms(a):
    x = (a[0] +
         a[1])  # a comment
    y = a[2] \
        + a[3]
    z = x; w = y
    if x > y: z = y
    big = 1_000_000; h = 0xFF; o = 0o17; b = 0b1011; e = 1e-3
    return z, w, big, h, o, b, e
