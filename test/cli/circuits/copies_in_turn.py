# lutra: build --to verilog --json
from pylog import *


@pylog
def halvings(a: "int32[4]", n: "int32[4]"):
    for i in range(4).unroll():
        x = a[i]
        c = 0
        while x > 1:
            x = x >> 1
            c += 1
        n[i] = c
