# args: a=float64[8]
from pylog import *


@pylog
def k(a):
    return (a.min(), a.max()), a.sum()
