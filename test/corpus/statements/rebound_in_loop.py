# args: a=float32[8]
from pylog import *
import numpy as np


@pylog
def rebound_in_loop(a):
    v = a
    for i in range(3):
        v = v + a
    w = a.copy()
    for i in range(2):
        w = w * 0.5 + v
    return v, w
