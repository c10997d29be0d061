# lutra: build --to verilog --json
import numpy as np
from pylog import *


@pylog
def total(a: "float32[16]"):
    s = np.float32(0)
    for i in range(16):
        pragma("HLS PIPELINE II=1")
        s += a[i]
    return s
