# args: a=complex64[4]
from pylog import *
import numpy as np


@pylog
def k(a):
    return int(a[0]) + float(a[1])
