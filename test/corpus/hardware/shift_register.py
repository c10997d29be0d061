# Scalars alone.
# args: seed=uint16 n=int32
# range: seed=1..65535 n=0..99
from pylog import *


@pylog
def shift_register(seed, n):
    s = seed | 1
    count = 0
    for i in range(n % 50):
        bit = (s ^ (s >> 2) ^ (s >> 3) ^ (s >> 5)) & 1
        s = (s >> 1) | (bit << 15)
        if bit == 1:
            count += 1
    return s, count
