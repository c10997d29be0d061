# args: x=float32[5,8]
# sum: 60 of 10
from pylog import *
import numpy as np


@pylog
def layernorm(x):
    out = np.zeros_like(x)
    for i in range(5):
        mu = x[i].mean()
        d = x[i] - mu
        out[i] = d / np.sqrt((d * d).mean() + 1e-5)
    return out
