# args: f=float32[3]
from pylog import *
import numpy as np

G = 9.81


@pylog
def constant_types(f):
    g = G
    h = g * 2
    return f * g, h, f * h, f * (1 / 3), f / 3, 1 / 3, 2 ** 0.5, 10 // 3, 7 % 3
