# args: a=float64[5]
import scipy.signal
import numpy as np
from pylog import *

WINDOW = np.ones(5)
scipy.signal.normalize(WINDOW)


@pylog
def k(a):
    return a * WINDOW
