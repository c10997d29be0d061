"""Four nests that need nothing of each other."""
import numpy as np
from pylog import *


@pylog
def tasks(a: "int32[1000]", b: "int32[1000]", c: "int32[1000]", d: "int32[1000]"):
    for i in range(1000):
        a[i] = a[i] * 3
    for j in range(1000):
        b[j] = b[j] + 1
    for k in range(1000):
        c[k] = c[k] - 7
    for l in range(1000):
        d[l] = d[l] ^ 5
