# args: x=float64
from pylog import *


@pylog
def k(x):
    return maths.sqrt(x)
