# args: a=float32[8,8] out=float32[8]
# sum: 8
from pylog import *
import numpy as np


@pylog
def dynamic_slices(a, out):
    """Slices whose ends depend on the loop."""
    for i in range(8):
        out[i] = np.sum(a[i, :i]) + a[i, i]
        out[i] -= np.sum(a[i + 1 :, i])
