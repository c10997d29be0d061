# args: a=int8[6] b=uint16[4] c=int64[3] d=uint64[3]
# values: a=127,-128,100,-100,64,-1 b=65535,0,40000,256 c=9223372036854775807,-9223372036854775808,4611686018427387904 d=18446744073709551615,0,9223372036854775808
from pylog import *
import numpy as np


@pylog
def integer_wrap(a, b, c, d):
    x = a[0] + 1
    y = a[1] - a[2]
    z = a[4] * a[4]
    n = -a[1]
    m = abs(a[1])
    w = b[0] + b[0]
    v = b[1] - 1
    p = c[0] + 1
    q = c[2] * 2
    r = d[0] * d[0]
    s = d[1] - 1
    return x, y, z, n, m, w, v, p, q, r, s, a + a, b * b, c * 3, d + d
