# args: a=int64[8]
import atexit
from pylog import *

COUNT = 3


def forget():
    global COUNT
    COUNT = 0


atexit.register(forget)


@pylog
def k(a):
    return a * COUNT
