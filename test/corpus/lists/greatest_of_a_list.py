# args: a=int32[4]
# range: a=1..9
# `max` of a list gives Python's number, which does not wrap, also where PyLog's `max` is the name.
from pylog import *
import numpy as np


@pylog
def greatest_of_a_list(a):
    xs = [int(v) * 2**30 for v in a]
    fs = [float(v) / 2 for v in a]
    grown = []
    for v in a:
        if v > 2:
            grown.append(int(v) * 2**29)
    grown.append(1)
    least = min(grown) + max(grown) // 3
    return max(xs) // 2**3 * 4, min(xs) * 2 - 1, max(fs) + min(fs), least, int(max(a)) + min([xs[0], xs[1]])
