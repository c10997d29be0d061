# lutra: build --to verilog
from pylog import *
import numpy as np

@pylog
def stages(a: "int32[8]", c: "int32[8]"):
    pragma("dataflow")
    pragma("stream t depth=3")
    t = np.zeros(8, dtype=np.int32)
    u = np.zeros(8, dtype=np.int32)
    for i in range(8):
        t[i] = a[i] * 3
    for j in range(8):
        u[7 - j] = t[j] + 1
    for k in range(8):
        c[k] = t[k] - u[k]
