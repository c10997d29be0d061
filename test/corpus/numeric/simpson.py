# args: n=20
# ulp: 8
from pylog import *
import numpy as np


@pylog
def simpson(n):
    h = math.pi / n
    s = math.sin(0.0) + math.sin(math.pi)
    for i in range(1, n):
        s += (4 if i % 2 == 1 else 2) * math.sin(i * h)
    return s * h / 3
