# args: a=int64[4]
# Defaults and annotations have the value of the moment a function is defined; everything else is looked up when called.
import numpy as np
from pylog import *

SCALE = 2
TYPE = np.int64
MARKS = [1, 2]


def scaled(x, by=SCALE, marks=MARKS):
    return x * by + SCALE + marks[0]


def twice(f, x):
    return f(f(x))


def adder(n):
    def add(x):
        return x + n

    return add


SCALE = 100
MARKS = [5, 6]
add_three = adder(3)
add_four = adder(4)
half = lambda x, d=SCALE: x // d


@pylog
def when_defined(a: TYPE, first=SCALE):
    factor = 3

    def inner(x, by=factor):
        return x * by

    factor = 5
    out = np.zeros(4, np.int64)
    for i in range(4):
        out[i] = scaled(a[i]) + inner(a[i]) + add_three(add_four(a[i])) + twice(add_three, i) * 10 + twice(add_four, i) + factor + half(250)
    return out, first


SCALE = 7
TYPE = np.float32
