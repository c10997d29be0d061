# args: x=float64
import math
from pylog import *


@pylog
def k(x):
    return math.sqroot(x) + math.sine(x)
