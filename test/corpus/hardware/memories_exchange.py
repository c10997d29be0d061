# Two memories that exchange elements at indices of data.
# args: a=int32[8] b=int32[8] idx=uint8[8]
from pylog import *


@pylog
def memories_exchange(a, b, idx):
    for i in range(8).pipeline():
        a[idx[i] & 7] = b[i] + a[i]
        b[7 - i] = a[(idx[i] >> 3) & 7]
