# args: a=int32[8] m=int32[3,4] f=float64[6] u=uint8[5]
from pylog import *
import numpy as np


@pylog
def diff_cumulative(a, m, f, u):
    return (
        np.diff(a), np.diff(m), np.diff(m, axis=0), np.cumsum(a), np.cumsum(m), np.cumsum(m, axis=0), np.cumsum(m, axis=1),
        np.cumprod(f), np.cumsum(f), np.cumsum(u), np.diff(u), a.cumsum(),
    )
