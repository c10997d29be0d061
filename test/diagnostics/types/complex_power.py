# args: a=complex64[4] x=fixed<16,6>
from pylog import *
import numpy as np


@pylog
def k(a, x):
    return a**x
