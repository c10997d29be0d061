# args: a=int32[10] u=uint8
# values: u=3
# raises: IndexError
from pylog import *
import numpy as np


@pylog
def unsigned_index_wraps(a, u):
    return a[u - 5]
