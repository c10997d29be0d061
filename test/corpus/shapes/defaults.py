# args: a=float64[12]
# range: a=-4..4
from pylog import *

WIDTH = 3


def windows(a, width):
    out = np.zeros((a.size - width + 1, width))
    for i in range(a.size - width + 1):
        for k in range(width):
            out[i, k] = a[i + k]
    return out


@pylog
def defaults(a, width: int = WIDTH, steps: int = 2):
    w = windows(a, width)
    for _ in range(steps):
        w = w * 0.5
    steps -= 1
    return w, np.full(steps, width)
