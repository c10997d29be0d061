# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    rows, columns = a.shape
    return rows * columns
