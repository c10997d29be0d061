from pylog import *


@pylog
def none_arithmetic(a: "float32[8]", out: "float32[8]"):
    best = None
    for i in range(8):
        if a[i] > 0 and (best is None or a[i] > best):
            best = a[i]

    def above(x):
        return x - best

    for i in range(8):
        out[i] = above(a[i])
