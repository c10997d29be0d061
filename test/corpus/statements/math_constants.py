# args: r=float64[4]
from pylog import *
import numpy as np
import math


@pylog
def math_constants(r):
    area = math.pi * r * r
    return area, np.pi * 2, math.e, math.tau
