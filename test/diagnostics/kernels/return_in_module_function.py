# args: a=float32[8]
from pylog import *


def area(w, h):
    if w > 0:
        return w * h


@pylog
def k(a):
    return area(a[0], a[1])
