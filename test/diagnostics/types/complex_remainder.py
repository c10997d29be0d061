# args: a=complex64[4]
from pylog import *
import numpy as np


@pylog
def k(a):
    return a // 2
