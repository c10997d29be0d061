import numpy as np
from pylog import *


@pylog
def k():
    return np.zeros(2.5)
