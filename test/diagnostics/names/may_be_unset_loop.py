# args: n=int32
from pylog import *


@pylog
def k(n):
    for i in range(n):
        last = i * 2
    return last
