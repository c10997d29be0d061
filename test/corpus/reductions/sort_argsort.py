# args: a=int32[9] f=float32[7] m=int32[3,5] u=uint8[6]
# range: a=-3..3
# values: f=2.5,nan,-1.0,nan,0.0,inf,-inf
from pylog import *
import numpy as np


@pylog
def sort_argsort(a, f, m, u):
    return np.sort(a), np.sort(m), np.sort(m, axis=0), np.sort(u)[::-1], np.argsort(m, axis=1), np.argsort(u), np.sort(f), sort(a)
