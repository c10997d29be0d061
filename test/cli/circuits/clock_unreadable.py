# lutra: run --on verilog --clock fast
from pylog import *


@pylog
def twice(a: "int32[8]"):
    for i in range(8):
        a[i] = a[i] * 2
