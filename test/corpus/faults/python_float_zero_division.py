# args: a=7.5 b=0.0
# raises: ZeroDivisionError
from pylog import *
import numpy as np


@pylog
def python_float_zero_division(a, b):
    return a / b
