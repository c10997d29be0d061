# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    class Point:
        x = 0

    p = Point()
    p.x = a[0]
    return p.x
