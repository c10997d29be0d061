# args: a=float64[6]
import numpy as np
from pylog import *

FAR = float("inf")
LOW, NONE = float(" -Infinity "), float("NaN")


@pylog
def infinite(a):
    """Infinity as Python's own text for it."""
    nearest, most = float("inf"), np.float64("-inf")
    for v in a:
        nearest = min(nearest, abs(v))
        most = max(most, v)
    return nearest, most, FAR, LOW, NONE
