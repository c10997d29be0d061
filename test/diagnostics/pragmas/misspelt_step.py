from pylog import *
import numpy as np


@pylog
def kernel(a: "int32[8]"):
    pragma("splt i 4")
    pragma("split i")
    pragma("unrol")
    pragma("")
    for i in range(8):
        a[i] += 1
