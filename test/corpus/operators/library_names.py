# args: a=int32[7] m=float32[3,4]
from pylog import *
import numpy as np


@pylog
def library_names(a, m):
    return argmax(a), argmin(a), max(a), min(a), sort(a), argmax(m), max(m), sort(m)
