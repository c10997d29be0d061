# lutra: build --to verilog --json
from pylog import *


@pylog
def levelled(a: "int32[4]"):
    for i in range(1, 4).unroll():
        while a[i] > a[i - 1]:
            a[i] -= 3
