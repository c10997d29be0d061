import numpy as np
from pylog import *


@pylog
def scale(a):
    gain = 2
    try:
        a[0] = gian
    except IndexError:
        pass
    return a * gian


scale(np.zeros(4))
