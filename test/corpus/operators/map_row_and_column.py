# args: a=int32[4,4]
from pylog import *
import numpy as np


@pylog
def map_row_and_column(a):
    s = plmap(lambda x: np.sum(x[0, :]) + np.sum(x[:, 0]) - x, a)
    t = plmap(lambda x: x[0, :] @ x[:, 0], a)
    return s, t
