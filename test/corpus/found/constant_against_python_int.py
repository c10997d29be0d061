# args: n=-12
import numpy as np
from pylog import *


@pylog
def constant_against_python_int(n):
    return np.int32(1) < n, n == np.uint8(3), np.int8(5) != n
