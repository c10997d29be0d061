from pylog import *


@external(header="fir.h")
def fir(x):
    return x + 1


@pylog
def k(a: "int32[8]", b: "int32[8]"):
    b[:] = fir(a)
