from pylog import *


@pylog
def k(a: "int64[4]"):
    a[0] = (1 << 64) - 1
