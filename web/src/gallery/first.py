# A kernel is a Python function. Each argument says its type: how wide, how many.
from pylog import *


@pylog
def weigh(a: "int16[256]", b: "int16[256]"):
    total: pl_int40 = 0
    for i in range(256):
        total += a[i] * b[i]
    return total
