# args: a=int32[8]
from pylog import *


@pylog
def k(a):
    match a[0]:
        case 0:
            y = 1
        case _:
            y = 2
    return y
