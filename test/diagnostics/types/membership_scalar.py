# args: n=int32
from pylog import *


@pylog
def k(n):
    return 3 in n
