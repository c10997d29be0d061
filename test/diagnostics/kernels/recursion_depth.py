# args: a=float32[8]
from pylog import *


@pylog
def k(a):
    def down(n):
        if n == 0:
            return 0
        return down(n - 1) + 1

    return down(1000)
