# args: a=int64[12] b=float64[9] n=3
import numpy as np
from pylog import *


@pylog
def shorter_in_each_round(a, b, n):
    """Arrays and lists of other lengths where paths meet, and in each round of a loop that data end."""
    x = a
    s = 0
    while len(x) > 0 and x[0] != 77:
        s = s * 3 + x[0] + len(x)
        x = x[1:].copy() if x[-1] > 0 else x[:-1].copy()
    y = b
    rounds = 0
    while len(y) > 1 and rounds < n:
        y = y[::2] * 1.5
        rounds += 1
    if n > 2:
        z = b[:4]
    else:
        z = b
    w = [1, 2, 3]
    if a[0] > 0:
        w = [4, 5]
    t = 0
    for k, v in enumerate(w):
        t += k * v
    keep = a.copy()
    while True:
        m = keep.mean()
        few = keep[np.abs(keep - m) < 40]
        if len(few) == len(keep):
            break
        keep = few
    return s, y.sum(), len(y), z.sum(), len(z), t, len(keep), keep.sum(), sum(w), rounds
