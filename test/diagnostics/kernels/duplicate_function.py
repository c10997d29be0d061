# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    return f(a)


def f(x):
    return x


def f(x):
    return x + missing
