# args: a=float32[4] idx=int32[3]
# values: idx=0,4,1
# raises: IndexError
from pylog import *
import numpy as np


@pylog
def gather_out_of_range(a, idx):
    return a[idx]
