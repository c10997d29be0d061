# args: a=int64[8]
import numpy as np
from pylog import *

ORDER = list(range(8))
np.random.shuffle(ORDER)


@pylog
def k(a):
    return a[ORDER]
