# lutra: build --to verilog --part ice40 --clock 20MHz --json
from pylog import *


@pylog
def squares(a: "int64[16]", b: "int64[16]"):
    for i in range(16).pipeline():
        b[i] = a[i] * a[i] * a[i]
