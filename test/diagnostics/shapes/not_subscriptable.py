# args: x=float32
from pylog import *


@pylog
def k(x):
    return x[0]
