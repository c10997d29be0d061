# args: a=int32[4,3] f=float32[6]
# sum: 6
from pylog import *
import numpy as np


@pylog
def scalar_methods(a, f):
    return a.sum(), a.max(), a.min(), a.mean(), a.argmax(), f.sum(), a.T.sum(axis=0), f.copy(), a.any(), a.all(), f.round(), a.astype(np.float32).mean()
