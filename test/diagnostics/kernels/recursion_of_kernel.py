# args: n=int32
from pylog import *


@pylog
def k(n):
    if n <= 1:
        return 1
    return n * k(n - 1)
