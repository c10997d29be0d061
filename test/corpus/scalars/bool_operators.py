# args: p=bool q=bool i=int32
from pylog import *
import numpy as np


@pylog
def bool_operators(p, q, i):
    return p & q, p | q, p ^ q, ~p, not p, p and q, p + i, p == q, p < q, p * 2, -i, p & (i > 0), np.logical_and(p, i)
