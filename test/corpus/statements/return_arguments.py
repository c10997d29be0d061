# args: a=int32[4]
from pylog import *
import numpy as np


@pylog
def return_arguments(a):
    a[0] = 5
    return a, a[1:], a
