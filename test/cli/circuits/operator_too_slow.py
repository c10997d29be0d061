# lutra: build --to verilog --part ice40up --clock 100MHz
from pylog import *


@pylog
def products(a: "int32[8]"):
    for i in range(8):
        a[i] = a[i] * a[7 - i]
