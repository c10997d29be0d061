# args: a=int32[6]
from pylog import *
import numpy as np


@pylog
def tuple_locals(a):
    """Tuples and lists of known length as values."""
    pair = (a[0], a[1])
    steps = (1, 2, 3)
    s = pair[0] - pair[1]
    for k in steps:
        s += a[k] * k
    for dx, dy in ((0, 1), (1, 0), (2, 2)):
        s += a[dx] - a[dy + 1]
    offsets = [0, 2, 4]
    for o in offsets:
        s += a[o]
    return s, len(steps), steps[-1]
