# args: a=17 b=-5 c=3
from pylog import *
import numpy as np


@pylog
def python_int_operators(a, b, c):
    x = a + b * c - (a // c)
    y = a % c + b % c + (b // c) * 10
    z = a ** 2 + (-b) ** c
    w = (a << 3) ^ (a >> 1) | (a & 6)
    return x, y, z, w, ~a, -b, +a, abs(b)
