# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    for a.x in range(8):
        pass
