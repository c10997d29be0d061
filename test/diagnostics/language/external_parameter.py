from pylog import *


@external(header="fir.h")
def fir(x, y, f):
    for i in range(8):
        y[i] = f(x[i])


@pylog
def k(a: "int32[8]", b: "int32[8]"):
    fir(a, b, lambda v: v + 1)
