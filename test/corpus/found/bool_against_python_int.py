# args: b=bool[3] m=-12 n=1
import numpy as np
from pylog import *


@pylog
def bool_against_python_int(b, m, n):
    return np.bool_(True) < m, b[0] == n, m < b[1], b >= n
