# args: d=float64[4]
# values: d=1e308,-1e308,5e-324,1.0
from pylog import *
import numpy as np


@pylog
def float64_edges(d):
    return d * 10, d + d, d / 2, d * d, d - d * 2, 1 / d, np.sqrt(-d), d // 0.5, d % 3
