# args: a=float32[8]
import numpy as np
from pylog import *


@pylog
def k(a):
    if isinstance(a, np.ndarray):
        return 1
    return 0
