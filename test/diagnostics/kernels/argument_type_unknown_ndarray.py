import numpy as np
from pylog import *


@pylog
def k(a: np.ndarray):
    return a
