import numpy as np
from pylog import *


@pylog
def k():
    return np.array([[1, 2], [3]])
