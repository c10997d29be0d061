# args: u=uint64[3] i=int64[3]
# range: u=0..18446744073709551615 i=-9223372036854775808..9223372036854775807
from pylog import *
import numpy as np


@pylog
def wide_compare(u, i):
    return u > i, i < 0, np.maximum(i, 5), np.minimum(u, 5), np.sort(u), np.sort(i), np.argmax(u), np.sum(u), u.astype(np.float64), u.astype(np.int64), i.astype(np.uint64), abs(i), np.max(i) - np.min(i)
