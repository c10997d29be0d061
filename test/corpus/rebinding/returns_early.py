# args: a=float32[4]
from pylog import *
import numpy as np


def step(x):
    if x[0] > 1:
        return x * np.float32(0.5)
    return x + 1


@pylog
def returns_early(a):
    x = a.copy()
    for i in range(4):
        x = step(x)
    return x
