# args: a=int32[3] b=int32[3]
# range: b=1..5
from pylog import *
import numpy as np


@pylog
def precedence(a, b):
    return a - b - b, a // b * b + a % b, -a ** 2, ~a & b, a & b == b, (a > 0) & (b > 2) | (a < -5), a << 1 + 1, a * b @ b
