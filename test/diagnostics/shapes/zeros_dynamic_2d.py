# args: a=float32[8] n=3
import numpy as np
from pylog import *


@pylog
def k(a, n):
    return np.zeros((len(a), n))
