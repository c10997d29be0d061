import numpy as np
from pylog import *


@pylog
def choice_or_python(a: "int8[4]", out: "float64[4]"):
    for i in range(4):
        out[i] = (a[i] or 5) * 100
