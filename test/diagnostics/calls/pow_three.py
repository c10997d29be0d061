# args: x=int32
from pylog import *


@pylog
def k(x):
    return pow(x, 2, 5)
