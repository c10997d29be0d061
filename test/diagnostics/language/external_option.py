from pylog import *


@external(header="fir.h", latency=3)
def fir(x, y):
    for i in range(8):
        y[i] = x[i] + 1


@pylog
def k(a: "int32[8]", b: "int32[8]"):
    fir(a, b)
