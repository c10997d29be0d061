# args: a=complex64[4] x=float32
from pylog import *
import numpy as np


@pylog
def k(a, x):
    return a**x
