# args: a=float32[4,8] b=float32[8]
import numpy as np
from pylog import *


@pylog
def k(a, b):
    return np.concatenate((a, b))
