# args: a=int32[4] b=int32[4]
from pylog import *
import numpy as np


def fill(n, s):
    s[0] = s[0] * 2 + n
    return s[0] + 1


@pylog
def changes_and_indexes(a, b):
    x = (3, 5, 7, 9)[fill(1, a) % 4]
    y = [a[0], a[1], a[0]][fill(1, a) % 3]
    z = np.array([a[0], fill(2, a), a[0]])
    return x, y, z
