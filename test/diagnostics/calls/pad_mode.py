# args: a=float32[8]
import numpy as np
from pylog import *


@pylog
def k(a):
    return np.pad(a, 1, mode="median")
