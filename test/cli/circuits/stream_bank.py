# lutra: build --to verilog
from pylog import *
import numpy as np

@pylog
def stages(a: "int32[8]", b: "int32[8]"):
    pragma("dataflow")
    pragma("reshape t dim=0 2")
    pragma("stream t")
    t = np.zeros(8, dtype=np.int32)
    for i in range(8):
        t[i] = a[i] * a[i]
    for j in range(8):
        b[j] = t[j] * 3
