# args: a=uint8[6] b=int8[6] f=float32[6] h=float16[6] p=bool[6]
from pylog import *
import numpy as np


@pylog
def weak_literals(a, b, f, h, p):
    return a + 1, a * 2, b - 100, a + 0.5, f * 2, f + 0.1, h / 3, p + 1, p * 2.5, 255 - a, 1 / f, 2 * b, a & 1, -1 + b
