# args: n=12
from pylog import *
import numpy as np


@pylog
def swap_scalars(n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a, b
