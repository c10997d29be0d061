# PyLog figure 4a.
# args: a=float32[6,7]
from pylog import *
import numpy as np


@pylog
def stencil_2d(a):
    return plmap(lambda x: (x[-1, 0] + x[1, 0] + x[0, -1] + x[0, 1] + x) * 0.2, a)
