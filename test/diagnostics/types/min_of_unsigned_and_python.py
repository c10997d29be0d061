import numpy as np
from pylog import *


@pylog
def min_of_unsigned_and_python(u: "uint8[4]", out: "float64[4]"):
    for i in range(4):
        out[i] = (min(u[i], 5) - 6) // 2
