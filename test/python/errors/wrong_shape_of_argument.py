import numpy as np
from pylog import *


@pylog
def double(a: "float32[8]", out: "float32[8]"):
    out = a * 2


double(np.zeros(4, np.float32), np.zeros(8, np.float32))
