# args: x=3.0 n=4 p=True
from pylog import *
import numpy as np


@pylog
def no_arrays(x, n, p):
    return x * n if p else x / n
