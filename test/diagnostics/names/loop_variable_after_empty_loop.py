# args: n=3
from pylog import *


@pylog
def k(n):
    for i in range(n):
        pass
    return i
