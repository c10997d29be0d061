# args: s=uint8[6]
# values: s=45,52,57,48,55,32
from pylog import *
import numpy as np


@pylog
def parse_integer(s):
    value = 0
    sign = 1
    for c in s:
        if c == 45:
            sign = -1
        elif 48 <= c <= 57:
            value = value * 10 + (int(c) - 48)
        else:
            break
    return sign * value
