import numpy as np
from pylog import *


@pylog
def prefix_sum(a):
    for i in range(1, len(a)).parallel():
        a[i] += a[i - 1]


prefix_sum(np.zeros(8, np.int32))
