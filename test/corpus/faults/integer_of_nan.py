# args: x=float64[2]
# values: x=nan,1.0
# raises: ValueError
from pylog import *
import numpy as np


@pylog
def integer_of_nan(x):
    return int(x[0])
