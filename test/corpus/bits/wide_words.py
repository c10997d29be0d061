# args: u=uint64[3] i=int64[3]
# range: u=0..18446744073709551615 i=-9223372036854775808..9223372036854775807
from pylog import *
import numpy as np


@pylog
def wide_words(u, i):
    return u >> 3, u << 5, u & 255, ~u, u ^ 1, i >> 60, i << 1, i & 0xFF, u * 3, u + u, i * i, u // 7, u % 10, i // 3, i % 3, i >> 63, u[0] >> 1, i[0] * 5
