# args: a=float64[2] s=float32
import numpy as np
from pylog import *

TABLE = np.array([10, 5, 12, 14, 14], np.int16)


@pylog
def scattered_into_a_table(a, s):
    own = TABLE.astype(np.uint8)
    if s < 100:
        own[np.array([4, 1])] = 3
    a[0] = own[4]
