# args: a=int32[20] m=int32[4,5] f=float64[8]
# range: a=-3..3 m=-1..1
# values: f=1.5,nan,2.5,1.5,nan,2.5,2.5,-1.0
import numpy as np
from pylog import *


@pylog
def where_elements_are(a, m, f):
    """Places and distinct values: as many as only data say, in memory for all."""
    at = np.flatnonzero(a > 0)
    total = np.sum(a[at])
    even = np.where(a % 2 == 0)[0]
    gaps = 0
    for k in range(len(even) - 1):
        gaps += even[k + 1] - even[k]
    rows, columns = np.nonzero(m)
    weight = 0
    for i, j in zip(rows, columns):
        weight += m[i, j] * (10 * i + j)
    kinds = np.unique(a)
    levels = np.unique(f)
    top = levels[len(levels) - 2]
    out = np.zeros(20, np.int64)
    out[: len(at)] = at
    last = even[-1] if len(even) > 0 else -1
    return len(at), total, gaps, weight, len(kinds), kinds[0], len(levels), top, out, last, at.size
