# args: f=float32[3,4] i=int32[3,4]
# sum: 12
from pylog import *
import numpy as np


@pylog
def keepdims(f, i):
    a = f - np.mean(f, axis=1, keepdims=True)
    b = i - np.max(i, axis=0, keepdims=True)
    c = np.sum(i, keepdims=True)
    d = np.min(f, axis=-1, keepdims=True)
    return a, b, c, d
