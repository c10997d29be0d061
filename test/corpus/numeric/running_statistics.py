# args: x=float64[15]
from pylog import *
import numpy as np


@pylog
def running_statistics(x):
    """Welford."""
    mean = 0.0
    m2 = 0.0
    lo = np.inf
    hi = -np.inf
    for i, v in enumerate(x):
        d = v - mean
        mean += d / (i + 1)
        m2 += d * (v - mean)
        lo = min(lo, v)
        hi = max(hi, v)
    return mean, m2 / (len(x) - 1), hi - lo
