# args: c=int32[3,1,1]
import numpy as np
from pylog import *


def helper(p0, p1):
    return p0[::-1] + p1


@pylog
def gathered_is_a_copy(c):
    r = helper(c[:, 0, 0], np.int32(1))
    part = r[np.array([2, 0])]
    part[:] = np.ones(2, np.int32)
    own = c[np.array([1])]
    own[0] = 7
    return r, part, own
