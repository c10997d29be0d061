# args: w=uint32[24]
# range: w=0..4294967295
from pylog import *
import numpy as np


@pylog
def sha_schedule(w):
    for i in range(16, 24):
        x = w[i - 15]
        y = w[i - 2]
        s0 = ((x >> 7) | (x << 25)) ^ ((x >> 18) | (x << 14)) ^ (x >> 3)
        s1 = ((y >> 17) | (y << 15)) ^ ((y >> 19) | (y << 13)) ^ (y >> 10)
        w[i] = w[i - 16] + s0 + w[i - 7] + s1
