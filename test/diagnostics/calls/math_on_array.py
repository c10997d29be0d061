# args: a=float64[8]
import math
from pylog import *


@pylog
def k(a):
    return math.sqrt(a)
