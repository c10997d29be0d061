# args: a=uint8[4] n=-1
# raises: OverflowError
from pylog import *
import numpy as np


@pylog
def add_out_of_range(a, n):
    return a + n
