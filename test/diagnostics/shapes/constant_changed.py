# args: a=int64[4]
import numpy as np
from pylog import *

TABLE = np.array([1, 2, 3, 4])


@pylog
def k(a):
    t = TABLE[1:]
    t[0] = 9
    a[0] = TABLE[1]
