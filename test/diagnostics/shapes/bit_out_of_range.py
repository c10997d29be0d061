# args: x=uint8
from pylog import *


@pylog
def k(x):
    return x[8]
