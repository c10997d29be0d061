# args: a=float32[4]
from pylog import *
import numpy as np


@pylog
def function_chain(a):
    def f1(x):
        return x + 1

    def f2(x):
        return f1(x) * 2

    def f3(x, g):
        return f2(x) - g

    return f3(a, a[0]), f3(a[1], 2), f3(3, 4)
