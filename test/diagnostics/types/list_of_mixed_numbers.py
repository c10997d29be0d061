import numpy as np
from pylog import *


@pylog
def list_of_mixed_numbers(a: "int8[4]", out: "float64[4]"):
    levels = [a[0], 100]
    for i in range(4):
        out[i] = levels[i % 2] * 3
