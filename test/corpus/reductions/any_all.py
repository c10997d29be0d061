# args: a=int32[3,4] p=bool[6] f=float32[4]
# range: a=0..2
from pylog import *
import numpy as np


@pylog
def any_all(a, p, f):
    return (
        np.any(a > 1), np.all(a >= 0), np.any(a, axis=0), np.all(a, axis=1), np.any(p), p.all(), np.any(f > 100),
        (a == 0).any(axis=1), np.all(f == f), np.count_nonzero(a),
    )
