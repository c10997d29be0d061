import numpy as np
from pylog import *


@pylog
def double(a: pl_fixed(8, 4), out: pl_fixed(9, 5)):
    out = a * 2


double(np.array([0.5, 0.1]), np.zeros(2))
