# args: a=int32[3,1,4] v=int32[4]
from pylog import *
import numpy as np


@pylog
def expand_squeeze(a, v):
    return np.squeeze(a), np.expand_dims(v, 0), np.expand_dims(v, 1) + v, a[:, 0].shape[0], np.broadcast_to(v, (3, 4)) + a[:, 0]
