from pylog import *


@external(function="fir")
def fir(x, y):
    for i in range(8):
        y[i] = x[i] + 1


@pylog
def k(a: "int32[8]", b: "int32[8]"):
    fir(a, b)
