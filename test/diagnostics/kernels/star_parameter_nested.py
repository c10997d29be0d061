# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    def total(*values):
        return values[0]

    return total(a[0], a[1])
