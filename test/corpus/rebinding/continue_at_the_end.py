# args: a=int64[6] b=int64[6] z=int64
# No path reaches the end of the loop's body: what arrays are called after it is what they were before it.
from pylog import *


@pylog
def continue_at_the_end(a, b, z):
    s = z
    for i in range(6):
        if b[i] > 300:
            return s
        continue
    c = a
    while s < 100:
        if c[0] > 100:
            break
        else:
            s += 7
            c = b
            continue
    return s + a[0] + c[1]
