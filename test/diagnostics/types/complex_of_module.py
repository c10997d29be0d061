# args: a=complex64[4]
from pylog import *
import numpy as np

J = 1j


@pylog
def k(a):
    return a * J
