# args: a=float32[10] b=float32[10]
from pylog import *
import numpy as np


@pylog
def elementwise_float(a, b):
    return a + b, a - b, a * b, a / b, a // b, a % b, -a, abs(a), (a + b) / 2
