# args: a=float32[8] b=float32[7]
import numpy as np
from pylog import *


@pylog
def k(a, b):
    s = 0
    for i in range(8):
        s = s + a[i, 0]
        t = undefined_name
        if a > 0:
            s = a.foo
    u = np.concat((a, "x"))
    while s < t:
        v = a @ b
        s += v + u
    return s
