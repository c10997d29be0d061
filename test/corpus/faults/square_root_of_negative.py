# args: x=-4.0
# raises: ValueError
from pylog import *
import numpy as np


@pylog
def square_root_of_negative(x):
    return math.sqrt(x)
