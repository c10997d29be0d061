# args: a=float32[8] n=int32
import numpy as np
from pylog import *


@pylog
def k(a, n):
    return map(lambda x: np.sum(x[-n:n]), a)
