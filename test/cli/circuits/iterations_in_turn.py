# lutra: build --to verilog --json
from pylog import *


@pylog
def sums(a: "int32[100,8]", n: "int32[100]"):
    for i in range(100).parallel():
        s = 0
        for j in range(8):
            s += a[i, j]
        n[i] = s
