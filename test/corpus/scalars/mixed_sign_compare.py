# args: i=int64[4] u=uint64[4] s=int8[4] b=uint8[4]
# values: i=-1,9223372036854775807,0,5 u=18446744073709551615,9223372036854775807,0,6 s=-1,127,-128,0 b=255,127,128,0
from pylog import *
import numpy as np


@pylog
def mixed_sign_compare(i, u, s, b):
    """By value, whatever the types."""
    c = 0
    for k in range(4):
        if i[k] < u[k]:
            c += 1
        if s[k] == b[k]:
            c += 10
    return c, i == u, i < u, s > b, u > -1, b >= 0, s != b
