# args: a=float32[8]
import numpy as np
from pylog import *


@pylog
def k(a):
    return np.max(a[5:2])
