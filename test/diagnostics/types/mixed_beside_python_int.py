from pylog import *


@pylog
def kernel(a: "uint8[2]", k: int):
    total = 0
    for e in a[a > 1]:
        total = total + e
    return k - 1 + total  # of an empty part that is Python's sum, which may be -1
