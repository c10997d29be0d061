# args: a=int32[8]
from pylog import *


@pylog
def k(a):
    a += 0.5
