# args: a=int32[4] b=int32[4] m=int32[3,4] n=3
# Each result may be the argument or a new array, and the names of both change places.
from pylog import *


def f0(p, q, k):
    if p[1] > p[0]:
        return p, p + p
    return p + p, p


@pylog
def result_or_argument(a, b, m, n):
    x = a.copy()
    z = a.copy()
    for i0 in range(3):
        x, z = f0(x, x, 1)
        x, z = z, x
    return x, z
