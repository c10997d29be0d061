# args: a=int32[4]
from pylog import *
import numpy as np


@pylog
def loop_variable_shadowed(a):
    t = 0
    for i in range(2):
        for i in range(3):
            t += i
        t += i * 100
    return t, i
