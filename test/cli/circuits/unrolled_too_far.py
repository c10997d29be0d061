# lutra: run --on verilog
from pylog import *


@pylog
def far(a: "int32[8]"):
    s = 0
    for i in range(100000000).unroll():
        s += a[i % 8]
    return s
