from pylog import *


@pylog
def k(a: "uint64[4]"):
    x = (1 << 64) - 1
    for i in range(4):
        a[i] = x >> i
