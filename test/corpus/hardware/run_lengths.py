# Loops within loops whose counts are data.
# args: data=uint8[40] out=uint8[80]
from pylog import *


@pylog
def run_lengths(data, out):
    n = 0
    i = 0
    while i < 40:
        v = data[i] % 3
        run = 1
        while i + run < 40 and data[i + run] % 3 == v:
            run += 1
        out[n] = v
        out[n + 1] = run
        n += 2
        i += run
    return n
