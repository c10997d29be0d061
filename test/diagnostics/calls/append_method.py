# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    a.append(1.0)
