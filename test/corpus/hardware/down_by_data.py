# A step that is data and goes down.
# args: a=int32[16] k=int32
# range: k=0..99
from pylog import *


@pylog
def down_by_data(a, k):
    s = 0
    for i in range(k % 16, -1, -(k % 3 + 1)):
        s = s * 3 + a[i]
    return s
