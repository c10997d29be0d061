# lutra: run --on verilog
from pylog import *


@pylog
def squares(a: "int32[8]", b: "float32[8]"):
    pragma("limit mul 1")
    for i in range(8):
        a[i] = a[i] * a[i]
        b[i] = b[i] * b[i]
