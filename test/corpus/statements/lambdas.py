# args: a=float32[6] n=4
from pylog import *
import numpy as np


@pylog
def lambdas(a, n):
    square = lambda x: x * x
    mix = lambda x, y: x * 0.25 + y * 0.75
    b = square(a)
    c = mix(a[0], b[1])
    d = square(n) + square(n + 1)
    return b, c, d, (lambda v: v[::-1])(a)
