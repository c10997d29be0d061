# args: a=int32[9] f=float32[9]
from pylog import *
import numpy as np


@pylog
def builtin_min_max(a, f):
    return min(a), max(a), min(f), max(f), max(a[2:5]), min(a[0], a[1], a[2])
