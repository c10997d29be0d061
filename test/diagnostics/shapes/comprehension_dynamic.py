# args: n=int32
from pylog import *


@pylog
def k(n):
    return [i for i in range(n)]
