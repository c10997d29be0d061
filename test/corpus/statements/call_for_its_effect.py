# args: v=int32[4] w=float32[4]
# What a call gives is dropped, be it a Python number on one path and NumPy's on another; what it does is not.
from pylog import *


def bump(v):
    v[0] += 7
    if v[1] > 0:
        return v[1]
    return 1


def scale(w):
    w[2] *= 2
    return max(w[1], 5)


def both(v, w):
    bump(v)
    scale(w)
    if v[2] > 0:
        return 1.5
    return 2


@pylog
def call_for_its_effect(v, w):
    bump(v)
    scale(w)
    both(v, w)
