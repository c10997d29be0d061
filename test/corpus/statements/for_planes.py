# args: t=int32[2,3,4]
from pylog import *
import numpy as np


@pylog
def for_planes(t):
    s = 0
    for plane in t:
        for row in plane:
            s += row[1]
            row[0] = s
    return s
