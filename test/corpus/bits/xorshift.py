# args: seed=uint32 out=uint32[10]
# range: seed=1..4294967295
from pylog import *
import numpy as np


@pylog
def xorshift(seed, out):
    x = seed
    for i in range(10):
        x ^= x << 13
        x ^= x >> 17
        x ^= x << 5
        out[i] = x
