# args: a=uint64[2]
from pylog import *
import numpy as np


@pylog
def wide_constants(a):
    return a ^ 0xFFFFFFFFFFFFFFFF, a + 0x8000000000000000, np.uint64(18446744073709551615) - a, a * 0x9E3779B97F4A7C15
