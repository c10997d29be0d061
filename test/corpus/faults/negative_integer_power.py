# args: a=int32[3] n=int32[3]
# values: a=2,3,4 n=1,-1,2
# raises: ValueError
from pylog import *
import numpy as np


@pylog
def negative_integer_power(a, n):
    return a ** n
