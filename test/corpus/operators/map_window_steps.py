# args: a=int32[12]
from pylog import *
import numpy as np


@pylog
def map_window_steps(a):
    return plmap(lambda x: np.sum(x[-4:5:4]), a), plmap(lambda x: x[0:4:2] * 2, a[:9:4]), plmap(lambda x: dot(x[-1:2], x[1:4]), a)
