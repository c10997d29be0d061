# args: a=1 n=-3
# raises: ValueError
from pylog import *
import numpy as np


@pylog
def negative_shift(a, n):
    return a << n
