# args: a=int64[8]
from pylog import *

N = 8
from config import *


@pylog
def k(a):
    return a * N + sum(a) + OFFSET
