# args: a=int16[6] b=int16[6] u=uint32[4] p=bool[5] q=bool[5]
# seed: 4
from pylog import *
import numpy as np


@pylog
def bitwise(a, b, u, p, q):
    x = a[0] & b[0] | a[1] ^ b[1]
    y = ~a[2]
    z = ~u[0]
    w = p[0] & q[0] | ~p[1]
    return x, y, z, w, a & b, a | b, a ^ b, ~a, ~u, p & q, p | q, p ^ q, ~p, a & 15, u | 1
