# args: a=uint32[8]
# range: a=0..4294967295
from pylog import *
import numpy as np


@pylog
def rotations(a):
    """SHA-like mixing."""
    def rotr(x, n):
        return (x >> n) | (x << (32 - n))

    s0 = rotr(a[0], 2) ^ rotr(a[0], 13) ^ rotr(a[0], 22)
    s1 = rotr(a[4], 6) ^ rotr(a[4], 11) ^ rotr(a[4], 25)
    ch = (a[4] & a[5]) ^ (~a[4] & a[6])
    maj = (a[0] & a[1]) ^ (a[0] & a[2]) ^ (a[1] & a[2])
    t = a[7] + s1 + ch + np.uint32(0x428A2F98)
    return t + s0 + maj, a[3] + t, rotr(a, 7)
