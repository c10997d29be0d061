# args: a=float32[8]
import numpy as np
from pylog import *


@pylog
def k(a):
    return np.sum(a[0], axis=0)
