# args: a=int32[6] p=int32[4]
# range: a=-4..4 p=-4..4
from pylog import *
import numpy as np


@pylog
def map_loop_body(a, p):
    """A function with a loop, mapped."""
    def horner(x):
        s = p[0]
        for k in range(1, 4):
            s = s * x + p[k]
        return s

    return plmap(horner, a)
