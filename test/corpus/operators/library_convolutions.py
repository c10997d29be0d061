# args: x=int32[10] k=int32[3] f=float32[8] g=float32[3]
# sum: 3 of 100
from pylog import *
import numpy as np


@pylog
def library_convolutions(x, k, f, g):
    return convolve(x, k), np.convolve(x, k, "same"), np.convolve(x, k, mode="valid"), np.convolve(f, g), conv1d(x, k)
