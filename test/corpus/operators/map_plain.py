# args: a=int32[3,4] b=int32[3,4] c=int32[3,4]
from pylog import *
import numpy as np


@pylog
def map_plain(a, b, c):
    """Several arrays, any rank, a function with a name."""
    def madd(x, y, z):
        return x * y + z

    relu = lambda x: x if x > 0 else 0
    return plmap(madd, a, b, c), map(relu, a), plmap(lambda x: x, b), plmap(lambda p, q: max(p, q), a, c)
