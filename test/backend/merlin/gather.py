# args: a=int16[32] where=int32[8] out=int64[8]
from pylog import *


@pylog
def gather(a, where, out):
    for i in range(8):
        out[i] = a[where[i]] // (i + 1)
