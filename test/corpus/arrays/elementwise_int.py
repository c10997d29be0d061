# args: a=int32[12] b=int32[12]
# range: b=1..9
from pylog import *
import numpy as np


@pylog
def elementwise_int(a, b):
    return a + b, a - b, a * b, a // b, a % b, a / b, -a, +a, abs(a), a * b - a // b
