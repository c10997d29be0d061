# args: a=7 b=0
# raises: ZeroDivisionError
from pylog import *
import numpy as np


@pylog
def python_zero_division(a, b):
    return a // b
