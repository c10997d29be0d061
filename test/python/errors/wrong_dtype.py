import numpy as np
from pylog import *


@pylog
def double(a: np.float32, out: np.float32):
    out = a * 2


double(np.zeros(8), np.zeros(8, np.float32))
