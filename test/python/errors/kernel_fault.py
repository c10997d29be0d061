import numpy as np
from pylog import *


@pylog
def shift(a, by):
    for i in range(len(a)):
        a[i] = a[i + by]


shift(np.zeros(8), 1)
