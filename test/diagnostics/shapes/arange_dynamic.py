# args: n=int32
import numpy as np
from pylog import *


@pylog
def k(n):
    return np.arange(n)
