# args: f=float32[4]
# values: f=1e-45,1e-40,1.1754944e-38,3e38
from pylog import *
import numpy as np


@pylog
def float32_edges(f):
    return f * 0.5, f / 3, f + f, f * f, f - 1e-45, f.astype(np.float16), f.astype(np.float64) * 2, np.sqrt(f)
