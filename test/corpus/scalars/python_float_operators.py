# args: a=7.25 b=-2.5 n=3
from pylog import *
import numpy as np


@pylog
def python_float_operators(a, b, n):
    x = a / b + n
    y = a // b
    z = a % b
    w = b * n - a / n
    v = a ** 2
    return x, y, z, w, v, -a, abs(b), n / 2, 7 // n, -7 // n, -7 % n
