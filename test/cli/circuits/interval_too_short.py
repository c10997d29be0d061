# lutra: run --on verilog
import numpy as np
from pylog import *


@pylog
def total(a: "float32[16]"):
    s = np.float32(0)
    for i in range(16).pipeline(1):
        s += a[i]
    return s
