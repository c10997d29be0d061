# args: a=complex64[4] f=fixed<16,6>[4]
from pylog import *
import numpy as np


@pylog
def k(a, f):
    return a * f
