# lutra: build --to verilog
from pylog import *


@pylog
def steps(a: "int32[4]"):
    s = 0
    for i in range(4).pipeline():
        n = a[i] & 7
        while n > 0:
            s += n
            n -= 1
    return s
