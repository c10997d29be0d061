import numpy as np
from pylog import *


@pylog
def shift(a: np.uint8, b: np.uint8, by: np.uint8):
    for i in range(len(a)):
        b[i] = a[i] >> by
