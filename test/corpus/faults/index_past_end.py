# args: a=int32[5] n=6
# raises: IndexError
from pylog import *
import numpy as np


@pylog
def index_past_end(a, n):
    s = 0
    for i in range(n):
        s += a[i]
    return s
