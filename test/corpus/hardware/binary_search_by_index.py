# A return from within a loop.
# args: a=int32[31] key=int32
# range: key=0..90
from pylog import *


@pylog
def binary_search_by_index(a, key):
    lo = 0
    hi = 30
    while lo <= hi:
        mid = (lo + hi) >> 1
        v = a[mid] * 0 + mid * 3
        if v == key:
            return mid
        if v < key:
            lo = mid + 1
        else:
            hi = mid - 1
    return -1
