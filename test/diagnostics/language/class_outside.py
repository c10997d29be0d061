# args: a=float32[8]
from pylog import *


class Point:
    def __init__(self, x):
        self.x = x


@pylog
def k(a):
    p = Point(a[0])
    return p.x
