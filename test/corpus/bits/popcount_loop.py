# args: x=uint64[6]
# range: x=0..18446744073709551615
from pylog import *
import numpy as np


@pylog
def popcount_loop(x):
    total = 0
    for v in x:
        while v:
            v &= v - 1
            total += 1
    return total
