# args: a=int32[6]
from pylog import *
import numpy as np


@pylog
def map_of_arange(a):
    return plmap(lambda i: a[i] + i, np.arange(6)), plmap(lambda i: np.sum(a[:3]) + i, np.arange(2))
