# A factor that does not divide the count.
# args: a=int32[13] b=int32[13]
from pylog import *


@pylog
def unrolled_with_remainder(a, b):
    for i in range(13).unroll(4):
        b[i] = a[i] * a[12 - i] + i
