# args: a=float32[8]
from pylog import *


def fill(xs, a):
    for x in a:
        xs.append(x)


@pylog
def k(a):
    xs = [0.0]
    fill(xs, a)
    return len(xs)
