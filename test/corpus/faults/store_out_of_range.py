# args: a=int8[4] n=200
# raises: OverflowError
from pylog import *
import numpy as np


@pylog
def store_out_of_range(a, n):
    """A Python int that does not fit is refused, not wrapped."""
    a[0] = n
