# PyLog listing 3, line 5, and figure 4b: offsets from the current element, zero outside.
# args: vec=float32[12] w0=float32 w1=float32 w2=float32
from pylog import *
import numpy as np


@pylog
def conv1d_offsets(vec, w0, w1, w2):
    out = map(lambda x: w0 * x[-1] + w1 * x[0] + w2 * x[1], vec)
    return out
