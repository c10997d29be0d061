# args: a=uint8[6]
from pylog import *
import numpy as np


@pylog
def widened_by_hand(a):
    s = 0
    for x in a:
        s += int(x) * 1000000
    t = 0
    for x in a:
        t += x
    return s, t
