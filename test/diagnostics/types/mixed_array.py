import numpy as np
from pylog import *


@pylog
def k():
    return np.array([1, np.float32(2), True, "x"])
