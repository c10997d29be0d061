# args: vec=int32[12] out=int32[10]
from pylog import *
import numpy as np


@pylog
def conv1d_inner(vec, out):
    """Over a slice: offsets reach into the whole vector."""
    out[:] = map(lambda x: x[-1] + 2 * x[0] + x[1], vec[1:-1])
