# args: n=10 out=int64[11]
from pylog import *
import numpy as np


@pylog
def function_shadows_names(n, out):
    def choose(n, k):
        r = 1
        for i in range(k):
            r = r * (n - i) // (i + 1)
        return r

    for k in range(n + 1):
        out[k] = choose(n, k)
